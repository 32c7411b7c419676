import type { Shown } from '../resource.ts'
import { type Condition, readFilters } from './conditions.ts'
import { populateDepthMax, populateEntriesMax } from './filters.ts'
import { booleanOf } from './operands.ts'
import { invalidKey, invalidValue, isList, isObject, type Path, refusedAt, wordsOf } from './query-faults.ts'
import { readSort, type SortKey } from './sort.ts'

/** The relations to populate, each with its options. */
export type Populate = Readonly<Record<string, Wanted>>

export interface Wanted {
  /** The fields to return; null for all. */
  fields: string[] | null
  populate: Populate
  /** Related rows that don't match are left out. */
  where?: Condition | null
  /** The order of related rows; theirs in the relation if it is empty or missing. */
  sort?: SortKey[]
}

/**
 * Reads `populate`: `*` for one level, names, dotted paths, or an object that maps names to `true`, `*` or options:
 * `fields`, `filters`, `sort` and a nested `populate`. Rejects names that are not relations of their parent.
 */
export function readPopulate(of: Shown, value: unknown): Populate {
  return read(of, value, ['populate'], 1)
}

/** Reads a list of field names, comma-separated or repeated; null for all. Rejects unknown fields. */
export function readFields(of: Shown, value: unknown, path: Path): string[] | null {
  const words = wordsOf(value, path)
  const allowed = fieldsOf(of)
  for (const word of words) if (word !== '*' && !allowed.includes(word)) throw invalidKey([...path, word])
  return words.includes('*') ? null : words
}

/** Returns the names that `fields` accepts. Relations are returned only by populate. */
export function fieldsOf({ entity, relations }: Shown): string[] {
  return Object.keys(entity.shape).filter((field) => !Object.hasOwn(relations, field))
}

type Tree = Record<string, Wanted>

const options = ['fields', 'populate', 'filters', 'sort']

function read(of: Shown, value: unknown, path: Path, depth: number): Tree {
  if (depth > populateDepthMax) throw invalidValue(path, `must be at most ${populateDepthMax} levels deep`)
  const tree: Tree = {}
  if (isObjectOfNames(value)) {
    for (const [name, wanted] of Object.entries(value)) {
      const target = targetOf(of, name, [...path, name])
      if (booleanOf(wanted) !== false) tree[name] = readWanted(target, wanted, [...path, name], depth)
    }
    return tree
  }
  const words = wordsOf(value, path)
  if (words.length > populateEntriesMax) {
    throw refusedAt(path, `Too many populate entries (${words.length}). The maximum is ${populateEntriesMax}.`)
  }
  for (const word of words) {
    const names = word === '*' ? Object.keys(of.relations) : [word]
    for (const name of names) addDotted(tree, of, name.split('.'), path, depth)
  }
  return tree
}

function readWanted(of: Shown, value: unknown, path: Path, depth: number): Wanted {
  if (booleanOf(value) || value === '*') return { fields: null, populate: {} }
  if (!isObjectOfNames(value)) throw invalidValue(path, 'must be true, * or an object with keys')
  for (const key of Object.keys(value)) if (!options.includes(key)) throw invalidKey([...path, key])
  const { fields, populate, filters, sort } = value
  return {
    fields: fields === undefined ? null : readFields(of, fields, [...path, 'fields']),
    populate: populate === undefined ? {} : read(of, populate, [...path, 'populate'], depth + 1),
    ...(filters !== undefined && { where: readFilters(of, filters, [...path, 'filters']) }),
    ...(sort !== undefined && { sort: readSort(of.sortable, sort, [...path, 'sort']) }),
  }
}

/** Adds a dotted path: `a.b` populates a, and b of it. */
function addDotted(tree: Tree, of: Shown, names: readonly string[], path: Path, depth: number): void {
  const [name = '', ...rest] = names
  const target = targetOf(of, name, [...path, name])
  const existing = tree[name]
  if (rest.length === 0) {
    tree[name] = existing ?? { fields: null, populate: {} }
    return
  }
  if (depth === populateDepthMax) throw invalidValue(path, `must be at most ${populateDepthMax} levels deep`)
  const populate: Tree = { ...existing?.populate }
  addDotted(populate, target, rest, [...path, name], depth + 1)
  tree[name] = { fields: null, populate }
}

function targetOf(of: Shown, name: string, path: Path): Shown {
  const target = Object.hasOwn(of.relations, name) ? of.relations[name] : undefined
  if (!target) throw invalidKey(path)
  return target
}

function isObjectOfNames(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !isList(value)
}
