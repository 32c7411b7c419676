import { z } from 'zod'

/** Where the outside world in miniature listens, and what there is in it (DESIGN 7). */
export const Sandbox = z.object({
  websites: z.object({
    /** Every host answers here, by the header Host. */
    url: z.url(),
    hosts: z.array(z.string()),
  }),
  /** An endpoint for embeddings, and a chat model, with the API of OpenAI below these addresses. */
  embeddings: z.object({ url: z.url(), model: z.string() }),
  chatModel: z.object({ url: z.url(), model: z.string() }),
})
export type Sandbox = z.infer<typeof Sandbox>
