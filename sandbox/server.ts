import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { chatModel, chatModelName } from './chat-model.ts'
import { community } from './community/community.ts'
import { sampleBusinesses } from './community/sample-businesses.ts'
import { embeddingModel, embeddings } from './embeddings.ts'
import { HackerNewsSite, hackerNewsPath } from './hackernews/hacker-news.ts'
import { threadOfSlot } from './hackernews/threads.ts'
import { MailPages, mailPath } from './mail/mail-pages.ts'
import type { MailServer } from './mail/mail-server.ts'
import { apiKey, clientToken, reactivationDiscount, webhookSecret } from './paddle/keys.ts'
import { Paddle, type PaddleOptions, paddlePath } from './paddle/paddle.ts'
import { Reddit, type RedditOptions } from './reddit/reddit.ts'
import { developer } from './reddit/state/people.ts'
import { SearchEngine, searchEnginePath, searchEngines } from './search-engine.ts'
import { ownApp } from './sign-in/apps.ts'
import { people } from './sign-in/people.ts'
import { SignIn, signInPath } from './sign-in.ts'
import { websiteHosts, websiteServer } from './websites.ts'

/** The path of the models. Below each, /behaviour scripts its behavior (sandbox/behaviour.ts). */
const models = '/models/v1'

/**
 * Matches our own server. With Node's default of five seconds, a client that pauses briefly meets a closing connection.
 */
const keepAliveTimeout = 72_000

type SandboxOptions = Partial<RedditOptions & Pick<PaddleOptions, 'webhookUrl' | 'send' | 'later'>> & {
  mail?: MailServer
}

/**
 * Serves all external parties on one port: websites by host, models, sign-in providers, and Paddle by path, and Reddit
 * at the root, because its clients expect no path prefix.
 */
export function sandboxServer({ mail, webhookUrl, send, later, ...options }: SandboxOptions = {}): Server {
  const websites = websiteServer()
  const reddit = new Reddit({
    community: () => community('earshot'),
    folder: null,
    days: 30,
    now: Date.now,
    ...options,
  })
  const search = new SearchEngine(reddit)
  const chat = chatModel((question) => search.find(question, 2))
  const standIns = new Map([
    [`${models}/embeddings`, embeddings()],
    [`${models}/chat/completions`, chat],
    [`${models}/models`, chat],
  ])
  const signIn = new SignIn(reddit)
  const { folder = null, now = Date.now } = options
  const hackerNews = new HackerNewsSite({ folder, now: () => reddit.state.advance(), threadOf: threadOfSlot })
  const paddle = new Paddle({ folder, now, webhookUrl, send, later })
  const mailPages = mail && new MailPages(mail)
  mail?.acceptTokens((address, token) => signIn.opensMailbox(address, token))
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const isWebsite = /\.example(?::\d+)?$/.test(request.headers.host ?? '')
    const path = request.url ?? ''
    const standIn = path.startsWith(`${signInPath}/`)
      ? signIn
      : path.startsWith(`${paddlePath}/`)
        ? paddle
        : path.startsWith(mailPath)
          ? mailPages
          : path.startsWith(`${searchEnginePath}/`)
            ? search
            : path.startsWith(`${hackerNewsPath}/`)
              ? hackerNews
              : standIns.get(path.replace(/\/behaviour$/, ''))
    if (isWebsite) websites.emit('request', request, response)
    else
      (standIn ?? reddit).handle(request, response).catch((error: unknown) => {
        // A client that disconnects mid-request is not an error and needs no answer.
        if (!request.errored) console.error('The sandbox failed', request.method, path, error)
        response.destroy()
      })
  })
  return server.on('close', () => {
    reddit.close()
    paddle.close()
    hackerNews.close()
  })
}

/** Returns the addresses of everything in the sandbox once it listens. Mail has its own server. */
export function addressesOf(server: Server, mail: MailServer | null = null): Sandbox {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    websites: { url, hosts: websiteHosts() },
    businesses: sampleBusinesses.map(({ host, name, about }) => ({ website: host, name, about })),
    embeddings: { url: `${url}${models}`, model: embeddingModel },
    mail: mail && { url: `${url}${mailPath}`, smtpUrl: mail.url, imapUrl: mail.imap.url },
    chatModel: { url: `${url}${models}`, model: chatModelName },
    search: { url: `${url}${searchEnginePath}`, engines: searchEngines },
    hackerNews: { url: `${url}${hackerNewsPath}` },
    reddit: { url, ...ownApp, ...developer },
    paddle: {
      url: `${url}${paddlePath}`,
      apiUrl: `${url}${paddlePath}/api`,
      scriptUrl: `${url}${paddlePath}/paddle.js`,
      apiKey,
      clientToken,
      webhookSecret,
      discountId: reactivationDiscount,
    },
    signIn: {
      url: `${url}${signInPath}`,
      app: ownApp,
      people: people.map(({ key, name, email }) => ({ key, name, email })),
    },
  }
}
