import { describe, expect, test } from 'vitest'
import type { BillingMode } from '#engine/subscription/plans.ts'
import type { Sandbox } from '../../contract/sandbox.ts'
import { noThirdParties, type ThirdParties } from '../embeds.ts'
import { pagePolicy } from './headers.ts'

const embed = (url: string) => ({ url, key: 'key-1' })
const all: ThirdParties = {
  eventUrl: 'https://count.example/api/event',
  eventHash: false,
  embeds: {
    feedback: embed('https://cdn.feedback.example/v2/widget.js'),
    form: embed('https://form.example:8443/embed.js'),
    affiliate: embed('https://r.affiliate.example/rw.js'),
  },
  hosts: ['https://api.example'],
}
const nothing = { captureUrl: null, iconHosts: [], billing: 'off', sandbox: null } as const
const policy = (
  kind: 'site' | 'app',
  outside: Partial<ThirdParties> = {},
  more: Partial<Parameters<typeof pagePolicy>[1]> = {},
) =>
  Object.fromEntries(
    pagePolicy(kind, { ...nothing, ...more, outside: { ...noThirdParties, ...outside } })
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  )

describe('without third parties', () => {
  test.each(['site', 'app'] as const)('pages of the %s load and call only this server', (kind) => {
    expect(policy(kind)).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })
})

describe('payments', () => {
  const paddle = {
    url: 'http://127.0.0.1:4000/paddle',
    apiUrl: 'http://127.0.0.1:4000/paddle/api',
    scriptUrl: 'http://127.0.0.1:4000/paddle/paddle.js',
    apiKey: 'a',
    clientToken: 'b',
    webhookSecret: 'c',
    discountId: 'd',
  }
  const sandbox = { paddle } as Sandbox
  const hosts = ({ 'script-src': scripts, 'style-src': styles, 'frame-src': frames }: Record<string, string>) => [
    scripts,
    styles,
    frames,
  ]
  const none = ["'self'", "'self' 'unsafe-inline'", undefined]
  const here = 'http://127.0.0.1:4000'
  const there = 'https://cdn.paddle.com'

  test.each<[string, 'site' | 'app', BillingMode, (string | undefined)[]]>([
    ['with BILLING=off allow nothing', 'app', 'off', none],
    ['never concern the site', 'site', 'paddle', none],
    ['in the sandbox never concern the site', 'site', 'sandbox', none],
    [
      "with BILLING=sandbox allow the sandbox's script and checkout",
      'app',
      'sandbox',
      [`'self' ${here}`, `'self' 'unsafe-inline' ${here}`, `'self' ${here}`],
    ],
    [
      "with BILLING=paddle allow Paddle's script and checkout",
      'app',
      'paddle',
      [
        `'self' ${there}`,
        `'self' 'unsafe-inline' ${there}`,
        "'self' https://buy.paddle.com https://sandbox-buy.paddle.com",
      ],
    ],
  ])('%s', (_name, kind, billing, expected) => {
    expect(hosts(policy(kind, {}, { billing, sandbox }))).toEqual(expected)
  })

  test('do not stop third parties from being shown', () => {
    const { 'frame-src': shown } = policy('app', all, { billing: 'sandbox', sandbox })
    expect(shown).toContain('https://cdn.feedback.example')
    expect(shown).toContain(here)
  })
})

describe('configured third parties', () => {
  test('may run scripts only from their own host, and only on pages that load them', () => {
    expect(policy('site', all)['script-src']).toBe("'self' https://r.affiliate.example")
    expect(policy('app', all)['script-src']).toBe("'self' https://cdn.feedback.example https://form.example:8443")
  })

  test('may call and frame their own host and the additional hosts', () => {
    const { 'connect-src': called, 'frame-src': shown } = policy('site', all)
    expect(called).toBe("'self' https://count.example https://r.affiliate.example https://api.example")
    expect(shown).toBe("'self' https://r.affiliate.example https://api.example")
  })

  test('without scripts (visit counting, email capture, icons) add no script hosts', () => {
    const { eventUrl } = all
    const others = { captureUrl: 'https://capture.example/v1', iconHosts: ['https://icons.example/sets'] }
    const counted = policy('app', { eventUrl, hosts: all.hosts }, others)
    expect(counted['connect-src']).toBe("'self' https://capture.example https://count.example https://icons.example")
    expect(counted['script-src']).toBe("'self'")
    expect(counted).not.toHaveProperty('frame-src')
  })

  test('never allow inline scripts or eval', () => {
    for (const kind of ['site', 'app'] as const) {
      expect(policy(kind, all)['script-src']).not.toMatch(/unsafe|\*|data:|blob:/)
    }
  })
})
