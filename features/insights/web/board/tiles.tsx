import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import type { Tile as TileRow } from '../../contract-boards.ts'
import { Tile, type TileProps } from '../tile/tile.tsx'

/** The charts of a board, side by side where there is room. */
export function Tiles({ tiles, propsOf }: { tiles: readonly TileRow[]; propsOf: (tile: TileRow) => TileProps }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2 print:block print:space-y-4">
      {tiles.map((tile) => (
        <AnyTile key={tile.id} {...propsOf(tile)} />
      ))}
    </div>
  )
}

/** A chart, or the quotes of a kind. */
export function AnyTile(props: TileProps) {
  if (isQuoteKind(props.tile.definition.metric)) return null
  return <Tile {...props} />
}
