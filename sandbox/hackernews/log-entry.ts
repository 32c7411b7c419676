import { z } from 'zod'

const Item = z.object({
  type: z.enum(['story', 'comment', 'job']),
  by: z.string().optional(),
  time: z.number(),
  title: z.string().optional(),
  text: z.string().optional(),
  url: z.string().optional(),
  parent: z.number().optional(),
  score: z.number().optional(),
  descendants: z.number().optional(),
})

/** What tests and people post by the control of items. */
export const NewItem = Item.omit({ time: true })
/** How an item goes: its author deletes it, or moderators remove it. */
export const Removal = z.object({ how: z.enum(['deleted', 'dead']) })

/** One line of the log: what began, was posted, or was removed. */
export const LogEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('slot'), slot: z.number() }),
  z.object({ type: z.literal('item'), item: Item }),
  z.object({ type: z.literal('removal'), id: z.number(), ...Removal.shape }),
])
export type LogEntry = z.infer<typeof LogEntry>
