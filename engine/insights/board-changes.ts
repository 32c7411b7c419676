interface Tile {
  id: string
  title: string
  definition: unknown
}

interface Board {
  id: string
  name: string
  tiles: readonly Tile[]
}

export type TileChange = 'added' | 'changed' | 'moved' | 'removed'

/** Returns how charts differ between two versions of boards, by their IDs. Unchanged ones are missing. */
export function tileChanges(before: readonly Board[], after: readonly Board[]): Map<string, TileChange> {
  const [old, young] = [placesOf(before), placesOf(after)]
  const changes = new Map<string, TileChange>()
  for (const [id, { tile, board }] of young) {
    const known = old.get(id)
    if (!known) changes.set(id, 'added')
    else if (!isSame(known.tile, tile)) changes.set(id, 'changed')
    else if (known.board !== board) changes.set(id, 'moved')
  }
  for (const board of after)
    for (const id of reordered(
      before.find((each) => each.id === board.id),
      board,
    ))
      if (!changes.has(id)) changes.set(id, 'moved')
  for (const id of old.keys()) if (!young.has(id)) changes.set(id, 'removed')
  return changes
}

function placesOf(boards: readonly Board[]): Map<string, { tile: Tile; board: string }> {
  return new Map(boards.flatMap(({ id, tiles }) => tiles.map((tile) => [tile.id, { tile, board: id }] as const)))
}

/** Returns the charts that are on both versions of a board, and that the others would keep their order without. */
function reordered(before: Board | undefined, after: Board): string[] {
  if (!before) return []
  const old = before.tiles.map(({ id }) => id)
  const kept = after.tiles.map(({ id }) => id).filter((id) => old.includes(id))
  // The most charts in a row, with gaps, that have the same order in both.
  const longest: string[][] = []
  for (const [index, id] of kept.entries()) {
    const earlier = longest.filter((_, at) => old.indexOf(kept[at]!) < old.indexOf(id))
    longest[index] = [...longestOf(earlier), id]
  }
  const inOrder = longestOf(longest)
  return kept.filter((id) => !inOrder.includes(id))
}

function longestOf(lists: readonly string[][]): string[] {
  return lists.reduce((best, list) => (list.length > best.length ? list : best), [])
}

function isSame(one: Tile, other: Tile): boolean {
  return one.title === other.title && JSON.stringify(one.definition) === JSON.stringify(other.definition)
}

/** Returns boards with a chart moved up or down within its board; unchanged at the ends. */
export function withMovedTile<Row extends Board>(boards: readonly Row[], id: string, by: 1 | -1): Row[] {
  return boards.map((board) => {
    const at = board.tiles.findIndex((tile) => tile.id === id)
    return at < 0 ? board : { ...board, tiles: moved(board.tiles, at, by) }
  })
}

/** Returns a list with the item at an index moved; unchanged at the ends. */
export function moved<Item>(items: readonly Item[], at: number, by: 1 | -1): Item[] {
  const target = at + by
  const item = items[at]
  if (item === undefined || target < 0 || target >= items.length) return [...items]
  return items.toSpliced(at, 1).toSpliced(target, 0, item)
}
