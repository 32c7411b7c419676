import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Ctx } from '#platform/server/ctx.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** The key of a link in a mail, as contract/texts mailCode has it. */
const key = /^[\w-]{43}$/
/** `List-Unsubscribe=One-Click`, in whatever form it comes. */
const bodyMax = 4096

type Unsubscribe = (ctx: Ctx, token: string) => Promise<boolean>

/**
 * The address in List-Unsubscribe. To look at it changes nothing, since programs open links in mails; a POST, by the
 * button of the page or by a mail program (RFC 8058), unsubscribes. No redirect: mail programs follow none.
 */
export function registerUnsubscribe(app: FastifyInstance, ctx: Ctx, unsubscribe: Unsubscribe): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMax }, async () => null)
    // Of whatever it answers: the address is a key, which is told to nobody, no script included, and kept nowhere.
    scope.addHook('onRequest', async (_request, reply) => {
      const policy = String(reply.getHeader('content-security-policy'))
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': policy.replace(/script-src [^;]*/, "script-src 'none'"),
      })
    })
    scope.get<Token>('/unsubscribe/:token', async (request, reply) =>
      show(reply, key.test(request.params.token) ? 'asks' : 'unknown'),
    )
    scope.post<Token>('/unsubscribe/:token', async (request, reply) => {
      const { token } = request.params
      const isKnown = key.test(token) && (await unsubscribe(ctx, token))
      return show(reply, isKnown ? 'done' : 'unknown')
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
