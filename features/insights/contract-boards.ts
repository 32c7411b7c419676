import { z } from 'zod'
import { text } from '#platform/contract/texts.ts'
import { ReportDefinition } from './contract.ts'

/** A chart on a board. */
export const Tile = z.strictObject({ id: z.uuid(), title: text(100), definition: ReportDefinition })
export type Tile = z.infer<typeof Tile>

/** A page of charts. */
export const Board = z.strictObject({
  id: z.uuid(),
  name: text(60),
  tiles: z.array(Tile).max(24),
})
export type Board = z.infer<typeof Board>

/** The boards of a project, in order. */
export const Boards = z.array(Board).min(1).max(20)
export type Boards = z.infer<typeof Boards>
