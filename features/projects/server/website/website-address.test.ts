import { describe, expect, test } from 'vitest'
import { checkUrl, isPublic, readAddress } from './website-address.ts'
import { WebsiteError } from './website-error.ts'

function faultOf(typed: string): string {
  try {
    return readAddress(typed).url.href
  } catch (error) {
    if (error instanceof WebsiteError) return error.fault
    throw error
  }
}

// faults 3.6 and 55
test.each([
  ['127.0.0.1', false],
  ['127.255.255.254', false],
  ['0.0.0.0', false],
  ['0.1.2.3', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['100.127.255.255', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.1', false],
  ['192.0.2.1', false],
  ['192.88.99.1', false],
  ['192.168.0.1', false],
  ['198.18.0.1', false],
  ['198.19.255.255', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['239.255.255.255', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['2001::1', false],
  ['2001:2::1', false],
  ['2001:10::1', false],
  ['2001:20::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['4000::1', false],
  ['5f00::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
  ['1.1.1.1', true],
  ['8.8.8.8', true],
  ['100.63.255.255', true],
  ['100.128.0.1', true],
  ['172.32.0.1', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4001::1', true],
])('%s is public: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

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
