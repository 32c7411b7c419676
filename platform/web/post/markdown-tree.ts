import type { Mark } from './marks.ts'
import { segmentsOf } from './marks.ts'

/** The part of a Markdown syntax tree that is used here. */
export interface MarkdownNode {
  type: string
  value?: string
  url?: string
  alt?: string | null
  children?: MarkdownNode[] | undefined
  position?: { start: { offset?: number }; end: { offset?: number } }
  data?: { hName?: string; hProperties?: Record<string, string> }
}

interface Options {
  marks: readonly Mark[]
  /** Maps an offset in the parsed text to the text that the marks refer to. */
  origin: (offset: number) => number
}

const depthMax = 24

/**
 * A remark plugin for untrusted text: flattens excessive nesting, turns pictures into links (nothing is fetched from
 * elsewhere), and marks the words behind a score.
 */
export function untrustedMarkdown({ marks, origin }: Options) {
  return (tree: MarkdownNode, file: { value: unknown }): void => {
    const source = String(file.value)
    shape(tree, 0, false)
    if (marks.length > 0) mark(tree, source, marks, origin)
  }
}

function shape(node: MarkdownNode, depth: number, linked: boolean): void {
  const inLink = linked || node.type === 'link' || node.type === 'linkReference'
  node.children = node.children?.map((child): MarkdownNode => {
    if (child.type === 'image') return inLink ? text(child.alt || 'picture') : linkTo(child)
    if (child.type === 'imageReference') return text(child.alt || 'picture')
    if (depth >= depthMax && child.children) return text(plainText(child))
    shape(child, depth + 1, inLink)
    return child
  })
}

function linkTo(image: MarkdownNode): MarkdownNode {
  const url = image.url ?? ''
  return { type: 'link', url, children: [text(image.alt || url)] }
}

function text(value: string): MarkdownNode {
  return { type: 'text', value }
}

/** Returns all words below a node, without recursion, since flattened nodes may be nested without limit. */
function plainText(node: MarkdownNode): string {
  const words: string[] = []
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.value !== undefined) words.push(next.value)
    if (next.children) open.push(...next.children.toReversed())
  }
  return words.join(' ')
}

function mark(node: MarkdownNode, source: string, marks: readonly Mark[], origin: (offset: number) => number): void {
  node.children = node.children?.flatMap((child) => {
    const element = verbatim[child.type]
    if (child.type !== 'text' && !element) {
      mark(child, source, marks, origin)
      return child
    }
    const parts = markText(child, source, marks, origin)
    if (!parts) return child
    return element ? element(parts) : parts
  })
}

/** The elements of literal text, by type of node. */
const verbatim: Record<string, (parts: MarkdownNode[]) => MarkdownNode> = {
  inlineCode: (children) => ({ type: 'marked', data: { hName: 'code' }, children }),
  code: (parts) => ({ type: 'marked', data: { hName: 'pre' }, children: [verbatim.inlineCode!(parts)] }),
}

/** Returns the parts of a text with its marks; null if it has none. */
function markText(
  node: MarkdownNode,
  source: string,
  marks: readonly Mark[],
  origin: (offset: number) => number,
): MarkdownNode[] | null {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  const value = node.value ?? ''
  if (start === undefined || end === undefined || value === '') return null
  const fence = node.type === 'code' ? /^(```|~~~).*\n/.exec(source.slice(start, end))?.[0] : undefined
  const original = align(value, source, start + (fence?.length ?? 0), end).map(origin)
  const overlapping = marks.filter((each) => each.end > original[0]! && each.start <= original.at(-1)!)
  if (overlapping.length === 0) return null
  const moved = overlapping.map((each) => ({
    ...each,
    start: original.findIndex((offset) => offset >= each.start),
    end: original.findLastIndex((offset) => offset < each.end) + 1,
  }))
  return segmentsOf(value, moved).map((piece) => (piece.mark ? marked(piece.text, piece.mark) : text(piece.text)))
}

function marked(value: string, { reasons, earned }: Mark): MarkdownNode {
  return {
    type: 'marked',
    children: [text(value)],
    data: { hName: 'mark', hProperties: { 'data-reasons': reasons.join(' '), 'data-earned': String(earned) } },
  }
}

/** How far ahead a character is looked for, past the markup of quotes, lists and escapes. */
const reach = 160
const entity = /&(?:#\w{1,8}|\w{1,32});/y

/**
 * Returns the offset in the source of each character of a parsed text. The source is longer by escapes, entities, and
 * the markup of quotes and lists at the start of lines.
 */
function align(value: string, source: string, start: number, end: number): number[] {
  const offsets: number[] = []
  let at = start
  for (let i = 0; i < value.length; i++) {
    entity.lastIndex = at
    const coded = source[at] === '&' ? entity.exec(source)?.[0] : undefined
    if (coded && !value.startsWith(coded, i)) {
      offsets.push(at)
      at += coded.length
      continue
    }
    const escaped = source[at] === '\\' && source[at + 1] === value[i] ? at + 1 : at
    const ahead =
      source[escaped] === value[i] ? 0 : source.slice(escaped, Math.min(end, escaped + reach)).indexOf(value[i]!)
    const offset = Math.min(escaped + Math.max(0, ahead), end - 1)
    offsets.push(offset)
    if (ahead >= 0) at = offset + 1
  }
  return offsets
}
