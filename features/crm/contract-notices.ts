import { z } from 'zod'
import { type Endpoint, one } from '#platform/contract/endpoint.ts'
import { instant } from '#platform/contract/row.ts'

/** The most notices that are returned. */
export const noticesMax = 50

/** Something that waits for the caller: a due reminder that they set, their due task, or a note that mentions them. */
export const Notice = z.object({
  kind: z.enum(['reminder', 'task', 'mention']),
  /** The ID of the reminder, task, or note. */
  id: z.uuid(),
  /** The lead's ID; null for tasks and notes about people. */
  opportunity: z.uuid().nullable(),
  /** The person's ID, for tasks and notes about people. */
  person: z.uuid().nullable(),
  /** The lead's title, or the community of a comment; the person's name for tasks and notes about people. */
  title: z.string(),
  /** The text of the reminder or task, or that of the note, with names. */
  text: z.string(),
  /** Who wrote the note; null for reminders, tasks, and former members. */
  by: z.string().nullable(),
  /** When the reminder or task became due, or the note mentioned the caller. */
  at: instant,
})
export type Notice = z.infer<typeof Notice>

export const noticesEndpoints = {
  /** The newest first. A reminder or task stays until it is moved, cleared, or done, or the reminder's lead decided. */
  noticesFind: {
    method: 'GET',
    path: '/projects/:id/notices',
    access: 'inPerson',
    right: 'readOutreach',
    answer: one(z.array(Notice)),
  },
  /** Takes a note off the caller's notices. */
  noteSeenPut: {
    method: 'PUT',
    path: '/notes/:id/seen',
    access: 'inPerson',
    right: 'readOutreach',
    answer: one(z.object({ seen: z.literal(true) })),
  },
} as const satisfies Record<string, Endpoint>
