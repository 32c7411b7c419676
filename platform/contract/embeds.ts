import { z } from 'zod'

/** Scripts of others that an operator can have pages load (SPEC 7). */
const embedNames = ['feedback', 'form', 'affiliate'] as const
export type EmbedName = (typeof embedNames)[number]

/** Where such a script is, and the public key that it is started with. */
export const Embed = z.object({ url: z.url(), key: z.string() })
export type Embed = z.infer<typeof Embed>

export const Embeds = z.object({
  feedback: Embed.nullable(),
  form: Embed.nullable(),
  affiliate: Embed.nullable(),
})
export type Embeds = z.infer<typeof Embeds>
