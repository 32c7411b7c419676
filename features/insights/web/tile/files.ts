import { csvOf } from '#platform/contract/csv/write-csv.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { Tile } from '../../contract-boards.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import { paintChart } from './paint.ts'
import { csvCellsOf, rowsOf } from './rows.ts'

export interface ChartFile {
  project: Pick<CurrentProject, 'name'>
  tile: Tile
  query: SeriesQuery
  series: InsightSeries
}

/** Saves the values of a chart as a CSV file. */
export function saveCsv(chart: ChartFile): void {
  const cells = csvCellsOf(rowsOf(chart.series, chart.query))
  save(new Blob([csvOf(cells)], { type: 'text/csv' }), nameOf(chart, 'csv'))
}

/** Saves a picture of a chart with its title, legend, and source. */
export async function savePicture(chart: ChartFile): Promise<void> {
  const canvas = document.createElement('canvas')
  await document.fonts.ready
  paintChart(canvas, chart)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error("The browser couldn't make the picture")
  save(blob, nameOf(chart, 'png'))
}

function nameOf({ project, tile, query: { from, to } }: ChartFile, ending: string): string {
  const words = `${project.name} ${tile.title}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return `${words.replace(/^-|-$/g, '')}-${from}-${to}.${ending}`
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
