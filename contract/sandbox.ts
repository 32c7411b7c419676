import { z } from 'zod'

/** Where the outside world in miniature listens, and what there is in it (DESIGN 7). */
export const Sandbox = z.object({
  websites: z.object({
    /** Every host answers here, by the header Host. */
    url: z.url(),
    hosts: z.array(z.string()),
  }),
})
export type Sandbox = z.infer<typeof Sandbox>
