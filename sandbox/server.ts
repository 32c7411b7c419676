import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '@earshot/contract/sandbox'
import { chatModel, chatModelName } from './chat-model.ts'
import { embeddingModel, embeddings } from './embeddings.ts'
import { ownApp } from './sign-in/apps.ts'
import { people } from './sign-in/people.ts'
import { SignIn, signInPath } from './sign-in.ts'
import { websiteHosts, websiteServer } from './websites.ts'

/** Where the models answer; a path below them ends in /behaviour where they are told how to (sandbox/behaviour.ts). */
const models = '/models/v1'

/** The whole outside world behind one port: websites by their hosts, all else by its path below the loopback address. */
export function sandboxServer(): Server {
  const websites = websiteServer()
  const standIns = new Map([
    [`${models}/embeddings`, embeddings()],
    [`${models}/chat/completions`, chatModel()],
  ])
  const signIn = new SignIn()
  return createServer((request, response) => {
    const isWebsite = /\.example(?::\d+)?$/.test(request.headers.host ?? '')
    const path = request.url ?? ''
    const standIn = path.startsWith(`${signInPath}/`) ? signIn : standIns.get(path.replace(/\/behaviour$/, ''))
    if (isWebsite || !standIn) websites.emit('request', request, response)
    else standIn.handle(request, response).catch(() => response.destroy())
  })
}

/** What there is in it, and where, once it listens. */
export function placesOf(server: Server): Sandbox {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    websites: { url, hosts: websiteHosts() },
    embeddings: { url: `${url}${models}`, model: embeddingModel },
    chatModel: { url: `${url}${models}`, model: chatModelName },
    signIn: {
      url: `${url}${signInPath}`,
      app: ownApp,
      people: people.map(({ key, name, email }) => ({ key, name, email })),
    },
  }
}
