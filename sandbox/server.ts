import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { chatModel, chatModelName } from './chat-model.ts'
import { community } from './community/community.ts'
import { sampleBusinesses } from './community/sample-businesses.ts'
import { embeddingModel, embeddings } from './embeddings.ts'
import { MailPages, mailPath } from './mail/mail-pages.ts'
import type { MailServer } from './mail/mail-server.ts'
import { Reddit, type RedditOptions } from './reddit/reddit.ts'
import { developer } from './reddit/state/people.ts'
import { ownApp } from './sign-in/apps.ts'
import { people } from './sign-in/people.ts'
import { SignIn, signInPath } from './sign-in.ts'
import { websiteHosts, websiteServer } from './websites.ts'

/** Where the models answer; a path below them ends in /behaviour where they are told how to (sandbox/behaviour.ts). */
const models = '/models/v1'

/** As our own server keeps them: at Node's five seconds a caller who stood still for a moment meets a connection that ends. */
const keepAliveTimeout = 72_000

/**
 * The whole outside world behind one port: websites by their hosts, models and those one can sign in with by their paths
 * below the loopback address, and at its root Reddit, since its clients know no path above theirs.
 */
export function sandboxServer({ mail, ...options }: Partial<RedditOptions> & { mail?: MailServer } = {}): Server {
  const websites = websiteServer()
  const standIns = new Map([
    [`${models}/embeddings`, embeddings()],
    [`${models}/chat/completions`, chatModel()],
  ])
  const reddit = new Reddit({
    community: () => community('earshot'),
    folder: null,
    days: 30,
    now: Date.now,
    ...options,
  })
  const signIn = new SignIn(reddit)
  const mailPages = mail && new MailPages(mail)
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const isWebsite = /\.example(?::\d+)?$/.test(request.headers.host ?? '')
    const path = request.url ?? ''
    const standIn = path.startsWith(`${signInPath}/`)
      ? signIn
      : path.startsWith(mailPath)
        ? mailPages
        : standIns.get(path.replace(/\/behaviour$/, ''))
    if (isWebsite) websites.emit('request', request, response)
    else
      (standIn ?? reddit).handle(request, response).catch((error: unknown) => {
        // Whoever breaks off while it asks is no fault of ours, and waits for no answer.
        if (!request.errored) console.error('The sandbox could not answer', request.method, path, error)
        response.destroy()
      })
  })
  return server.on('close', () => reddit.close())
}

/** What there is in it, and where, once it listens; mail has a server of its own. */
export function addressesOf(server: Server, mail: MailServer | null = null): Sandbox {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    websites: { url, hosts: websiteHosts() },
    businesses: sampleBusinesses.map(({ host, name, about }) => ({ website: host, name, about })),
    embeddings: { url: `${url}${models}`, model: embeddingModel },
    mail: mail && { url: `${url}${mailPath}`, smtpUrl: mail.url },
    chatModel: { url: `${url}${models}`, model: chatModelName },
    reddit: { url, ...ownApp, ...developer },
    signIn: {
      url: `${url}${signInPath}`,
      app: ownApp,
      people: people.map(({ key, name, email }) => ({ key, name, email })),
    },
  }
}
