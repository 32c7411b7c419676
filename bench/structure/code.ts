import { parseSync } from 'vite'

/** The contents of one source file. */
export interface Code {
  /** Lines with more than white space and comments. */
  lines: number
  /** The specifier of each import statement: imports, imports of types, re-exports, and `import('...')`. */
  imports: string[]
  functions: CodeFunction[]
}

interface CodeFunction {
  name: string
  /** Its lines from first to last, with comments and blank lines. */
  lines: number
}

/** Reads a TypeScript or JavaScript file. Throws if it doesn't parse. */
export function readCode(path: string, text: string): Code {
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const reexports = module.staticExports.map(({ entries }) => entries.find((each) => each.moduleRequest)?.moduleRequest)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end))
  return {
    lines: nonEmptyLines(withoutRanges(text, comments)),
    imports: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...reexports.flatMap((request) => request?.value ?? []),
      ...dynamic.flatMap((literal) => /^(['"`])([^'"`$]+)\1$/.exec(literal)?.[2] ?? []),
    ],
    functions: functionsOf(program, text),
  }
}

/** Counts the lines of a style sheet or of SQL with more than white space and comments. */
export function linesOf(text: string): number {
  return nonEmptyLines(
    text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/.+/g, '')).replace(/^\s*--.*$/gm, ''),
  )
}

function withoutRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of ranges) {
    rest += text.slice(from, start) + text.slice(start, end).replace(/.+/g, '')
    from = end
  }
  return rest + text.slice(from)
}

function nonEmptyLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

interface Node {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  key?: { name?: string } | null
}

/** Returns all functions. Each has its own name, that of its variable or property, or that of the outer function. */
function functionsOf(program: object, text: string): CodeFunction[] {
  const found: CodeFunction[] = []
  const visit = (value: unknown, name: string | null, outer: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, name, outer)
    if (!isNode(value)) return
    const named = value.id?.name ?? value.key?.name ?? name
    const isFunction = functionTypes.has(value.type)
    const own = named ?? `anonymous in ${outer}`
    if (isFunction) found.push({ name: own, lines: text.slice(value.start, value.end).split('\n').length })
    for (const part of Object.values(value)) visit(part, isFunction ? null : named, isFunction ? own : outer)
  }
  visit(program, null, 'module')
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
