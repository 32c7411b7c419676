import { z } from 'zod'

const word = z.union([z.string().max(300), z.number(), z.boolean()])

/** An event of a page as it is sent, with the short fields of SPEC 7 (DECISIONS 27). */
export const VisitEvent = z.object({
  /** Its name. */
  n: z.string().regex(/^[\w][\w :.-]{0,39}$/),
  /** Where it happened. */
  u: z.string().max(2000),
  /** The domain that is counted. */
  d: z.string().max(253),
  /** What led there. */
  r: z.string().max(2000).nullish(),
  /** How wide the window is. */
  w: z.number().int().min(0).max(100_000).optional(),
  /** 1 where the part behind # tells pages apart. */
  h: z.union([z.literal(0), z.literal(1)]).optional(),
  p: z
    .record(z.string().max(100), word)
    .refine((props) => Object.keys(props).length <= 20)
    .optional(),
  $: z.object({ currency: z.string().regex(/^[A-Z]{3}$/), amount: z.number() }).optional(),
})
export type VisitEvent = z.infer<typeof VisitEvent>
