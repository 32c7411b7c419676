import { z } from 'zod'

/** The addresses of the sandbox and its contents (DESIGN 7). */
export const Sandbox = z.object({
  websites: z.object({
    /** The server of all hosts, selected by the Host header. */
    url: z.url(),
    hosts: z.array(z.string()),
  }),
  /** The sample products of setup: their websites are among the hosts, and users of the sandbox's Reddit need them. */
  businesses: z.array(z.object({ website: z.string(), name: z.string(), about: z.string() })),
  /** Mail servers without encryption, and the page that shows their mails; null if mails go elsewhere. */
  mail: z.object({ url: z.url(), smtpUrl: z.url(), imapUrl: z.url() }).nullable(),
  /** An endpoint for embeddings and a chat model, both with the OpenAI API at these addresses. */
  embeddings: z.object({ url: z.url(), model: z.string() }),
  chatModel: z.object({ url: z.url(), model: z.string() }),
  /** A SearXNG server whose engines find the sandbox's threads. */
  search: z.object({ url: z.url(), engines: z.array(z.string()) }),
  /** A fake Hacker News: below this address, the API of single items (v0), the search (api/v1), and the controls. */
  hackerNews: z.object({ url: z.url() }),
  /**
   * A fake Reddit: its API and its pages below this address. The app can sign in for itself, for consenting users, and
   * as its developer with a password.
   */
  reddit: z.object({
    url: z.url(),
    clientId: z.string(),
    clientSecret: z.string(),
    username: z.string(),
    password: z.string(),
  }),
  /** A fake Paddle: its API, Paddle.js, and below `url` the controls. Webhooks are signed with the secret. */
  paddle: z.object({
    url: z.url(),
    apiUrl: z.url(),
    scriptUrl: z.url(),
    apiKey: z.string(),
    clientToken: z.string(),
    webhookSecret: z.string(),
    /** The discount for subscribers who come back. */
    discountId: z.string(),
  }),
  /** The sign-in providers; each answers below `{url}/{provider}` in its own wire format. */
  signIn: z.object({
    url: z.url(),
    app: z.object({ clientId: z.string(), clientSecret: z.string() }),
    /** The accounts on each provider's page. */
    people: z.array(z.object({ key: z.string(), name: z.string(), email: z.string() })),
  }),
})
export type Sandbox = z.infer<typeof Sandbox>
