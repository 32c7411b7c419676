import { describe, expect, test } from 'vitest'
import { checkUrl, readAddress } from './website-address.ts'
import { WebsiteError } from './website-error.ts'

function faultOf(typed: string): string {
  try {
    return readAddress(typed).url.href
  } catch (error) {
    if (error instanceof WebsiteError) return error.fault
    throw error
  }
}

describe('a typed address', () => {
  test.each([
    ['example.com', 'https://example.com/'],
    ['  Example.com/about?x=1 ', 'https://example.com/about?x=1'],
    ['http://example.com:80', 'http://example.com/'],
    ['example.com:443', 'https://example.com/'],
    ['https://bücher.de', 'https://xn--bcher-kva.de/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['', 'invalid'],
    ['a word', 'invalid'],
    ['https://', 'invalid'],
    ['http://[', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['gopher://example.com', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['data:text/html,x', 'invalid'],
    ['ftp://example.com', 'invalid'],
    ['example.com:22', 'invalid'],
    ['http://example.com:5432', 'invalid'],
    ['http://example.com:443', 'invalid'],
    ['https://user@example.com', 'invalid'],
    ['http://a@169.254.169.254', 'invalid'],
    ['https://:pw@example.com', 'invalid'],
    ['http://127.0.0.1', 'private'],
    ['127.1', 'private'],
    ['2130706433', 'private'],
    ['0x7f.1', 'private'],
    ['0177.0.0.1', 'private'],
    ['１２７.0.0.1', 'private'],
    ['http://[::ffff:7f00:1]', 'private'],
    ['http://[::1]', 'private'],
    ['http://[64:ff9b::7f00:1]', 'private'],
    ['http://169.254.169.254/latest/meta-data', 'private'],
    ['localhost', 'private'],
    ['localhost.', 'private'],
    ['LOCALHOST', 'private'],
    ['x.localhost', 'private'],
    ['printer.local', 'private'],
    ['wiki.internal', 'private'],
    ['router.home.arpa', 'private'],
    ['intranet', 'private'],
  ])('%s', (typed, expected) => {
    expect(faultOf(typed)).toBe(expected)
  })
})

test.each(['http://10.0.0.1/', 'https://localhost/', 'http://example.com:8080/', 'ftp://example.com/'])(
  'a redirect to %s is refused',
  (url) => {
    expect(() => checkUrl(new URL(url))).toThrow(WebsiteError)
  },
)
