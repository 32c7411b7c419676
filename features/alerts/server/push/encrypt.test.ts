import { expect, test } from 'vitest'
import { areBrowserKeys, encryptFor } from './encrypt.ts'

/** The example of RFC 8291, appendix A. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  senderPrivateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted as in the example of RFC 8291', () => {
  const secrets = [example.senderPrivateKey, example.salt]
  const encrypted = encryptFor({ secret: () => secrets.shift() ?? '' }, example.keys, example.plaintext)
  expect(encrypted.toString('base64url')).toBe(example.message)
})

test.each([
  [example.keys, true],
  [{ ...example.keys, auth: 'BTBZMqHH6r4Tts7J_aSI' }, false],
  [{ ...example.keys, p256dh: example.keys.p256dh.replace('BCV', 'BCW') }, false],
  [{ ...example.keys, p256dh: 'BCVx' }, false],
])('keys of a browser: %j %s', (keys, expected) => {
  expect(areBrowserKeys(keys)).toBe(expected)
})
