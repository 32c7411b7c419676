import { expect, test } from 'vitest'
import { invitationIn, readInvitation } from './invitation.ts'

const id = '0198c0de-0000-7000-8000-00000000000a'

test('an invitation has an id and a token', () => {
  expect(readInvitation(`${id}.aB3_-x`)).toEqual({ id, token: 'aB3_-x' })
  expect(invitationIn(new URLSearchParams({ invitation: `${id}.aB3_-x` }))).toBe(`${id}.aB3_-x`)
})

test.each([null, '', id, `${id}.`, '.token', `${id}.to ken`, `${id}.a.b`, `${id}.${'x'.repeat(201)}`, '../../x.token'])(
  '%j is not an invitation',
  (text) => {
    expect(readInvitation(text)).toBeNull()
    expect(invitationIn(new URLSearchParams(text === null ? {} : { invitation: text }))).toBeNull()
  },
)
