import { z } from 'zod'

/** Third-party scripts that an operator can enable (SPEC 7). */
const embedNames = ['feedback', 'form', 'affiliate'] as const
export type EmbedName = (typeof embedNames)[number]

/** The address of a script and its public key. */
export const Embed = z.object({ url: z.url(), key: z.string() })
export type Embed = z.infer<typeof Embed>

export const Embeds = z.object({
  feedback: Embed.nullable(),
  form: Embed.nullable(),
  affiliate: Embed.nullable(),
})
export type Embeds = z.infer<typeof Embeds>
