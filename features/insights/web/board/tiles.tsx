import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import type { Tile as TileRow } from '../../contract-boards.ts'
import { Tile, type TileProps } from '../tile/tile.tsx'
import { TileSkeleton } from '../tile/tile-view.tsx'

/** Loaded once there are quotes to show. */
const QuotesTile = separatePart(async () => (await import('../quotes/quotes-tile.tsx')).QuotesTile, {
  title: "Couldn't load the quotes",
  waiting: <TileSkeleton title="quotes" />,
})

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
  const { project, tile, scope, controls } = props
  const { metric, subreddits } = tile.definition
  if (!isQuoteKind(metric)) return <Tile {...props} />
  const communities = scope.communities.length > 0 ? scope.communities : subreddits
  return (
    <div data-tile={tile.id} className="grid min-w-0">
      <QuotesTile
        projectId={project.id}
        kind={metric}
        {...scope.range}
        subreddits={communities}
        title={tile.title}
        controls={controls}
      />
    </div>
  )
}
