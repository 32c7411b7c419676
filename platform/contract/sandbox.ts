import { z } from 'zod'

/** Where the outside world in miniature listens, and what there is in it (DESIGN 7). */
export const Sandbox = z.object({
  websites: z.object({
    /** Every host answers here, by the header Host. */
    url: z.url(),
    hosts: z.array(z.string()),
  }),
  /** Those that set-up offers to try: their websites are among the hosts, and people on the sandbox's Reddit need them. */
  businesses: z.array(z.object({ website: z.string(), name: z.string(), about: z.string() })),
  /** A mail server without encryption, and the page that shows what it was sent; null where no mail goes there. */
  mail: z.object({ url: z.url(), smtpUrl: z.url() }).nullable(),
  /** An endpoint for embeddings, and a chat model, with the API of OpenAI below these addresses. */
  embeddings: z.object({ url: z.url(), model: z.string() }),
  chatModel: z.object({ url: z.url(), model: z.string() }),
  /**
   * Reddit, of which nobody is real: its API and its pages, both below this address. The app may sign in for itself, for
   * people who agree, and as its developer with a password.
   */
  reddit: z.object({
    url: z.url(),
    clientId: z.string(),
    clientSecret: z.string(),
    username: z.string(),
    password: z.string(),
  }),
  /** Those one can sign in with; each answers below `{url}/{provider}`, in its own wire format. */
  signIn: z.object({
    url: z.url(),
    app: z.object({ clientId: z.string(), clientSecret: z.string() }),
    /** Who can be chosen on the page of each. */
    people: z.array(z.object({ key: z.string(), name: z.string(), email: z.string() })),
  }),
})
export type Sandbox = z.infer<typeof Sandbox>
