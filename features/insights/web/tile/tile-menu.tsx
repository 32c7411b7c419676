import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { Tile } from '../../contract-boards.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import { isEmpty, periodOf } from './model.ts'

interface TileMenuProps {
  project: CurrentProject
  tile: Tile
  query: SeriesQuery
  series: InsightSeries
  asTable: boolean
  onTable: (asTable: boolean) => void
  onAnnotate: (() => void) | null
  onReport: (() => void) | null
  isSample: boolean
}

/** What can be done with a chart. */
export function TileMenu({
  project,
  tile,
  query,
  series,
  asTable,
  onTable,
  onAnnotate,
  onReport,
  isSample,
}: TileMenuProps) {
  const nothing = isEmpty(series) || isSample
  const why = isSample ? 'Not for sample data' : 'Nothing to export'
  const save = (file: 'csv' | 'png') =>
    void withErrorToast(async () => {
      const { saveCsv, savePicture } = await loadPart(() => import('./files.ts'))
      const chart = { project, tile, query, series }
      await (file === 'csv' ? saveCsv(chart) : savePicture(chart))
    })
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="icon" aria-label={`Actions for ${tile.title}`} className="print:hidden">
          <Icon name="more" />
        </Button>
      }
    >
      {tile.definition.chart !== 'table' && (
        <MenuItem icon={<Icon name={asTable ? 'chart' : 'table'} />} onClick={() => onTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </MenuItem>
      )}
      {onReport && (
        <MenuItem icon={<Icon name="external" />} onClick={onReport}>
          Open as report
        </MenuItem>
      )}
      {onAnnotate && periodOf(query.groupBy) && (
        <MenuItem icon={<Icon name="note" />} onClick={onAnnotate}>
          Annotate a day
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Icon name="download" />}
        disabled={nothing}
        {...(nothing && { detail: why })}
        onClick={() => save('csv')}
      >
        Export CSV
      </MenuItem>
      <MenuItem
        icon={<Icon name="download" />}
        disabled={nothing}
        {...(nothing && { detail: why })}
        onClick={() => save('png')}
      >
        Download PNG
      </MenuItem>
    </Menu>
  )
}
