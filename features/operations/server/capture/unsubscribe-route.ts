import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '#platform/server/ctx.ts'
import { protectSecretAddress } from '#platform/server/http/secret-address.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** The key in an email's link; same format as mailCode in contract/texts. */
const key = /^[\w-]{43}$/
/** Enough for `List-Unsubscribe=One-Click` in any encoding. */
const bodyMax = 4096

/** Unsubscribes by the key in a mail, and returns what kind of mail it was. Null for an unknown key. */
type Unsubscribe = (ctx: Ctx, token: string) => Promise<'guide' | 'alerts' | 'report' | 'mail' | null>

/**
 * Registers the List-Unsubscribe URL. GET changes nothing, because email scanners open links. POST unsubscribes, from
 * the page's button or from an email client (RFC 8058). It never redirects, because email clients don't follow
 * redirects.
 */
export function registerUnsubscribe(app: FastifyInstance, ctx: Ctx, unsubscribe: Unsubscribe): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMax }, async () => null)
    protectSecretAddress(scope)
    scope.get<Token>('/unsubscribe/:token', async (request, reply) =>
      show(reply, key.test(request.params.token) ? 'asks' : 'unknown'),
    )
    scope.post<Token>('/unsubscribe/:token', async (request, reply) => {
      const { token } = request.params
      return show(reply, (key.test(token) && (await unsubscribe(ctx, token))) || 'unknown')
    })
  })
}

interface Token {
  Params: { token: string }
}

function show(reply: FastifyReply, state: Parameters<typeof unsubscribePage>[0]): FastifyReply {
  return reply
    .code(state === 'unknown' ? 404 : 200)
    .type('text/html; charset=utf-8')
    .send(unsubscribePage(state))
}
