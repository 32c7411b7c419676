import { z } from 'zod'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'
import { instant, Person } from '#platform/contract/row.ts'
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

/** The boards of a project, in order. No two boards or charts have the same ID. */
export const Boards = z
  .array(Board)
  .min(1)
  .max(20)
  .refine((boards) => {
    const ids = boards.flatMap(({ id, tiles }) => [id, ...tiles.map((tile) => tile.id)])
    return new Set(ids).size === ids.length
  }, 'boards must not contain an ID twice')
export type Boards = z.infer<typeof Boards>

/** What everybody sees, or the copy that the team works on. */
const boardCopies = ['published', 'working'] as const
export type BoardCopy = (typeof boardCopies)[number]

export const InsightBoards = z.object({
  copy: z.enum(boardCopies),
  boards: z.array(Board),
  /** The present version of the working copy, which writes name. Every write, publication, and discarding makes a new one. */
  version: z.number().int(),
  /** Whether there is a working copy. Without one, `working` shows the published boards. */
  isChanged: z.boolean(),
  /** Whether the shown boards are the ready-made ones. */
  isDefault: z.boolean(),
  /** When and by whom the shown boards were last written or published; null for ready-made ones. */
  updatedAt: instant.nullable(),
  /** Hidden from clients. */
  updatedBy: Person.nullable(),
})
export type InsightBoards = z.infer<typeof InsightBoards>

/** The version that the caller has seen. */
const basedOn = z.number().int().min(0)

export const insightBoardsEndpoints = {
  /** The working copy is for the team only. */
  insightBoardsFind: {
    method: 'GET',
    path: '/projects/:id/insight-boards',
    access: 'signedIn',
    right: 'readReports',
    query: z.strictObject({ copy: z.enum(boardCopies).default('published') }),
    answer: one(InsightBoards),
  },
  /** Writes the working copy. Answers 409 if it changed since `basedOn`. */
  insightBoardsPut: {
    method: 'PUT',
    path: '/projects/:id/insight-boards',
    access: 'signedIn',
    right: 'changeReports',
    body: envelope(z.strictObject({ boards: Boards, basedOn })),
    answer: one(InsightBoards),
  },
  /** Publishes the working copy. Answers 409 if it changed since `basedOn`, or if there is none. */
  insightPublicationCreate: {
    method: 'POST',
    path: '/projects/:id/insight-boards/publication',
    access: 'signedIn',
    right: 'changeReports',
    body: envelope(z.strictObject({ basedOn })),
    answer: one(InsightBoards),
  },
  /** Discards the working copy. The answer has the version with which it can be written again. */
  insightWorkingCopyDelete: {
    method: 'DELETE',
    path: '/projects/:id/insight-boards/working-copy',
    access: 'signedIn',
    right: 'changeReports',
    answer: one(InsightBoards),
  },
} as const satisfies Record<string, Endpoint>
