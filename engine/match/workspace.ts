import { isEmphasis, unitFolds, unitKinds } from '../text/fold.ts'
import { Folder } from '../text/text.ts'
import { emphasisUnit, hitWidth, type TextLists, textLists } from '../text/text-code.ts'
import { assemble } from './assembly.ts'
import { type MatchCode, matchCode } from './match-code.ts'

/** What of a trie is asked at every token. */
export interface TrieTables {
  /** Of the vocabulary. */
  slots: Int32Array
  pool: Uint16Array
  /** Of the nodes. */
  filter: Int32Array
  records: Int32Array
  nodeSlots: number
  /** How many children the root has. */
  beginning: number
}

/** As MatchCode takes them, in bytes of the workspace's memory. */
interface PlacedTables {
  slots: number
  mask: number
  pool: number
  filter: number
  filterMask: number
  nodes: number
  nodeSlots: number
  beginning: number
}

/** No post of Reddit is longer; what is makes itself more room. */
const charactersAtFirst = 50_000

const aligned = (bytes: number) => Math.ceil(bytes / 16) * 16

export function bytesOf({ slots, pool, filter, records }: TrieTables): number {
  return [slots, pool, filter, records].reduce((sum, { byteLength }) => sum + aligned(byteLength), 0)
}

/** Where texts meet the phrases of a trie: the memory that engine/match/match-code.ts works in. */
export class Workspace extends Folder {
  /** What find() found: see hitWidth. */
  hits: Int32Array = new Int32Array()
  private readonly tableBytes: number
  private lists: TextLists = textLists(0)
  private memory: ArrayBuffer = new ArrayBuffer()
  private code!: MatchCode
  /** Of each code unit: what it becomes, and its class in the upper half. */
  private table: Int32Array = new Int32Array()
  /** Where the units of a text stand, as bytes. */
  private bytes: Buffer = Buffer.alloc(0)
  private owner: object | null = null
  private tables!: PlacedTables

  /** With room for tables of so many bytes. */
  constructor(tableBytes: number) {
    super()
    this.tableBytes = tableBytes
    this.reserve(charactersAtFirst)
  }

  /** Copies the owner's tables, unless they are what was copied last. */
  load(owner: object, { slots, pool, filter, records, nodeSlots, beginning }: TrieTables): void {
    if (this.owner === owner) return
    this.owner = owner
    let next = 0
    const place = (table: Int32Array | Uint16Array) => {
      const at = next
      new Uint8Array(this.memory, this.lists.to + at).set(
        new Uint8Array(table.buffer, table.byteOffset, table.byteLength),
      )
      next += aligned(table.byteLength)
      return at
    }
    this.tables = {
      slots: place(slots),
      mask: slots.length - 1,
      pool: place(pool),
      filter: place(filter),
      filterMask: filter.length - 1,
      nodes: place(records),
      nodeSlots,
      beginning,
    }
  }

  /** Reads a text; answers how many numbers of `hits` say what was found, in the order of its ends. */
  find(text: string): number {
    this.fold(text)
    const { code, tokens, length, lists, tables } = this
    const { mask, filterMask, nodeSlots, beginning } = tables
    const nodes = lists.to + tables.nodes
    const filter = lists.to + tables.filter
    code.find(tokens, lists.to + tables.slots, mask, lists.to + tables.pool)
    code.followPairs(tokens, nodes, nodeSlots, beginning, filter, filterMask)
    return code.walk(tokens, length, nodes, nodeSlots, beginning, filter, filterMask)
  }

  protected override write(text: string): void {
    this.bytes.write(text, 'utf16le')
  }

  protected override copyPlain(from: number, to: number): number {
    return this.code.foldPlain(from, to, this.length)
  }

  protected override cut(): number {
    return this.code.cut(this.length)
  }

  /** In a memory of its own, with code made for it: where the lists stand is part of the code. */
  protected override makeRoom(capacity: number): void {
    const before = { memory: this.memory, tables: this.lists.to }
    const { units, codes, classes } = this
    const lists = textLists(capacity)
    const { memory, functions } = assemble<MatchCode>(lists.to + this.tableBytes, matchCode(lists))
    this.lists = lists
    this.memory = memory
    this.code = functions
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
    if (!this.owner) return
    new Uint8Array(memory, lists.to).set(new Uint8Array(before.memory, before.tables, this.tableBytes))
  }

  protected override learned(code: number): void {
    this.table[code] = isEmphasis(code) ? emphasisUnit(code) : unitFolds[code]! | (unitKinds[code]! << 16)
  }
}
