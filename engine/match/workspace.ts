import { emphasis, symbol } from '../kernel-constants.ts'
import { instantiateKernels, type Kernels } from '../kernels.ts'
import { isEmphasis, unitFolds, unitKinds } from '../text/fold.ts'
import { Folder } from '../text/text.ts'

/** The tables of a trie that are read for every token. */
export interface TrieTables {
  /** The tables of the vocabulary. */
  slots: Int32Array
  pool: Uint16Array
  /** The tables of the nodes. */
  filter: Int32Array
  records: Int32Array
  nodeSlots: number
  /** The number of the root's children. */
  beginning: number
}

/**
 * The numbers per hit. For a lone phrase, they are the phrase, and its start and end among the folded characters.
 * Otherwise, they are `none`, the end of the node (see Nodes.end), and the number of the token.
 */
export const hitWidth = 3

/** The fields of the class Workspace in engine/kernels/workspace.ts, in its order. The memory begins with them. */
const fields = [
  ...['slots', 'slotMask', 'pool', 'filter', 'filterMask', 'nodes', 'nodeSlots', 'beginning'],
  ...['table', 'units', 'codes', 'classes', 'starts', 'ends', 'hashes', 'tokens', 'keys', 'pairs', 'passing', 'hits'],
] as const
type Fields = Record<(typeof fields)[number], number>
const headBytes = aligned(fields.length * 4)

/** The initial capacity. No Reddit post is longer, and longer texts grow it. */
const charactersAtFirst = 50_000

export function bytesOf({ slots, pool, filter, records }: TrieTables): number {
  return [slots, pool, filter, records].reduce((sum, { byteLength }) => sum + aligned(byteLength), 0)
}

/** The memory in which the kernels match texts with a trie's phrases: a head, the trie's tables, and a text's lists. */
export class Workspace extends Folder {
  /** Filled by find(). See hitWidth. */
  hits: Int32Array = new Int32Array()
  private readonly tableBytes: number
  private memory: ArrayBuffer = new ArrayBuffer()
  private kernels!: Kernels
  private table: Int32Array = new Int32Array()
  /** The units of a text as bytes. */
  private bytes: Buffer = Buffer.alloc(0)
  private owner: object | null = null

  /** Reserves room for tables of `tableBytes`. */
  constructor(tableBytes: number) {
    super()
    this.tableBytes = aligned(tableBytes)
    this.reserve(charactersAtFirst)
  }

  /** Copies the owner's tables, unless they were copied last. */
  load(owner: object, { slots, pool, filter, records, nodeSlots, beginning }: TrieTables): void {
    if (this.owner === owner) return
    this.owner = owner
    let next = headBytes
    const place = (table: Int32Array | Uint16Array) => {
      const at = next
      const bytes = new Uint8Array(table.buffer, table.byteOffset, table.byteLength)
      new Uint8Array(this.memory).set(bytes, at)
      next += aligned(table.byteLength)
      return at
    }
    this.setFields({
      slots: place(slots),
      slotMask: slots.length - 1,
      pool: place(pool),
      filter: place(filter),
      filterMask: filter.length - 1,
      nodes: place(records),
      nodeSlots,
      beginning,
    })
  }

  /** Reads a text, and returns how many numbers of `hits` describe its matches, in the order of their ends. */
  find(text: string): number {
    this.fold(text)
    const { kernels, tokens, length } = this
    kernels.find(tokens)
    kernels.followPairs(tokens)
    return kernels.walk(tokens, length)
  }

  protected override write(text: string): void {
    this.bytes.write(text, 'utf16le')
  }

  protected override copyPlain(from: number, to: number): number {
    return this.kernels.foldPlain(from, to, this.length)
  }

  protected override cut(): number {
    return this.kernels.cut(this.length)
  }

  /** Moves to a larger memory. The head and the tables keep their offsets. */
  protected override makeRoom(capacity: number): void {
    const { units, codes, classes, memory: before } = this
    const kept = headBytes + this.tableBytes
    const lists = placeLists(kept, capacity)
    const { memory, kernels } = instantiateKernels(lists.end)
    if (before.byteLength > 0) new Uint8Array(memory).set(new Uint8Array(before, 0, kept))
    this.memory = memory
    this.kernels = kernels
    this.setFields(lists)
    this.table = new Int32Array(memory, lists.table, unitFolds.length)
    for (let code = 0; code < unitFolds.length; code++) this.learned(code)
    this.bytes = Buffer.from(memory, lists.units, capacity * 2)
    this.units = new Uint16Array(memory, lists.units, capacity)
    this.units.set(units)
    this.codes = new Uint16Array(memory, lists.codes, capacity)
    this.codes.set(codes)
    this.classes = new Uint8Array(memory, lists.classes, capacity)
    this.classes.set(classes)
    this.tokenStarts = new Int32Array(memory, lists.starts, capacity)
    this.tokenEnds = new Int32Array(memory, lists.ends, capacity)
    this.tokenHashes = new Int32Array(memory, lists.hashes, capacity)
    this.hits = new Int32Array(memory, lists.hits, capacity * hitWidth)
  }

  protected override learned(code: number): void {
    this.table[code] = isEmphasis(code) ? emphasis | (symbol << 16) | code : (unitKinds[code]! << 16) | unitFolds[code]!
  }

  private setFields(values: Partial<Fields>): void {
    const head = new Int32Array(this.memory, 0, fields.length)
    for (const [at, field] of fields.entries()) head[at] = values[field] ?? head[at]!
  }
}

/** The spare bytes after each list: more than any kernel reads or writes beyond its end. */
const spare = 64

/** Returns the offsets of a text's lists, the first at `start`, with room for all characters or tokens. */
function placeLists(start: number, characters: number) {
  let end = start
  const list = (bytesEach: number, count = characters) => {
    const at = end
    end += Math.ceil((bytesEach * count + spare) / spare) * spare
    return at
  }
  return {
    /** For each UTF-16 unit: its folded form, and its class in the upper half. */
    table: list(4, unitFolds.length),
    /** The text, followed by 0. */
    units: list(2),
    /** The folded characters. */
    codes: list(2),
    classes: list(1),
    /** The start and end of each token among them, and its hash. */
    starts: list(4),
    ends: list(4),
    hashes: list(4),
    /** The number of each token in the vocabulary, and its key in the trie. */
    tokens: list(4),
    keys: list(4),
    /** The target of each token from the token before it, and the tokens that the filter lets pass. */
    pairs: list(4),
    passing: list(4),
    hits: list(4 * hitWidth),
    end,
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 16) * 16
}
