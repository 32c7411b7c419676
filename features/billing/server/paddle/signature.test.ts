import { describe, expect, test } from 'vitest'
import { type SignatureCheck, verifySignature } from './signature.ts'

const current = 'pdl_ntfset_current_key'
const former = 'pdl_ntfset_former_key'
const body = '{"event_id":"evt_1","data":{"note":"café"}}'
/** Seconds since 1970: 2026-01-01. */
const signedAt = 1_767_225_600
const tolerance = 300

// Computed with `printf '%s' "1767225600:$BODY" | openssl dgst -sha256 -hmac SECRET`.
const byCurrent = 'b1d4ebaa9b2b06fdfcacbffe428c5ffc898c430f2fd2f7d042125d80fd4db6e6'
const byFormer = '83511facdbf5a7a0d7975fcddb0e11c8fa49462ba370aa6a89fc4839ee55771b'
const byEmpty = '23b5d17c546c4907b5ade8f2aa3f2a5ecb11c386800c8ccfe58d102d142973ef'
const byCurrentWithZero = 'bc32a2bdc8b6aac161aa1bff01acde9d4694f283ea6729207a83a56afd3c7b68'
const ofBytes = 'd5ce054d175690f03801de4c69b891df571c8818c19007897e0d7ef54881bad8'
const ofNothing = 'a78611397094079cadbff5208b3cc01b0130c41476fd756866e2915cef86f156'
const good = `ts=${signedAt};h1=${byCurrent}`

interface Vector {
  name: string
  header?: string | undefined
  body?: string | Buffer
  secrets?: string[]
  /** Seconds after the signature. */
  later?: number
  expected: SignatureCheck
}

function check(vector: Vector): SignatureCheck {
  return verifySignature({
    body: Buffer.from(vector.body ?? body),
    header: 'header' in vector ? vector.header : good,
    secrets: vector.secrets ?? [current],
    now: new Date((signedAt + (vector.later ?? 0)) * 1000),
    toleranceSeconds: tolerance,
  })
}

const vectors: Record<string, Vector[]> = {
  'the signature': [
    { name: 'matches', expected: 'valid' },
    { name: 'covers another body', body: body.replace('1', '2'), expected: 'wrong' },
    { name: 'covers the same JSON with other spaces', body: body.replace(':', ': '), expected: 'wrong' },
    {
      name: 'covers bytes that are no text',
      body: Buffer.from([0xff, 0xfe]),
      header: `ts=${signedAt};h1=${ofBytes}`,
      expected: 'valid',
    },
    { name: 'covers an empty body', body: '', header: `ts=${signedAt};h1=${ofNothing}`, expected: 'valid' },
    { name: 'covers another time', header: `ts=${signedAt + 1};h1=${byCurrent}`, expected: 'wrong' },
    { name: 'covers the time as written', header: `ts=0${signedAt};h1=${byCurrentWithZero}`, expected: 'valid' },
    { name: 'is in upper case', header: `ts=${signedAt};h1=${byCurrent.toUpperCase()}`, expected: 'wrong' },
    { name: 'is cut short', header: good.slice(0, -2), expected: 'wrong' },
    { name: 'is not hexadecimal', header: `ts=${signedAt};h1=signature`, expected: 'wrong' },
  ],
  'the secret': [
    { name: 'is another', secrets: ['pdl_ntfset_other_key'], expected: 'wrong' },
    { name: 'is the second of ours', secrets: [former, current], expected: 'valid' },
    { name: 'is missing', secrets: [], expected: 'wrong' },
    { name: 'is empty', secrets: [''], header: `ts=${signedAt};h1=${byEmpty}`, expected: 'wrong' },
    {
      name: 'rotates: the first signature is ours',
      header: `ts=${signedAt};h1=${byCurrent};h1=${byFormer}`,
      expected: 'valid',
    },
    {
      name: 'rotates: the last signature is ours',
      header: `ts=${signedAt};h1=${byFormer};h1=${byCurrent}`,
      expected: 'valid',
    },
    {
      name: 'rotates: no signature is ours',
      header: `ts=${signedAt};h1=${byFormer};h1=${byEmpty}`,
      expected: 'wrong',
    },
    { name: 'signed by another scheme, too', header: `${good};h2=${byFormer}`, expected: 'valid' },
    { name: 'signed by another scheme only', header: `ts=${signedAt};h2=${byCurrent}`, expected: 'malformed' },
  ],
  'the time': [
    { name: 'is at the end of the tolerance', later: tolerance, expected: 'valid' },
    { name: 'is past the tolerance', later: tolerance + 1, expected: 'expired' },
    { name: 'is ahead by the tolerance', later: -tolerance, expected: 'valid' },
    { name: 'is further ahead', later: -tolerance - 1, expected: 'expired' },
    { name: 'is an hour ahead', later: -3600, expected: 'expired' },
    { name: 'is off, and the signature is wrong', later: 3600, secrets: [former], expected: 'wrong' },
  ],
  'the header': [
    { name: 'is missing', header: undefined, expected: 'malformed' },
    { name: 'is empty', header: '', expected: 'malformed' },
    { name: 'is a word', header: 'signature', expected: 'malformed' },
    { name: 'has no time', header: `h1=${byCurrent}`, expected: 'malformed' },
    { name: 'has no signature', header: `ts=${signedAt}`, expected: 'malformed' },
    { name: 'has an empty signature', header: `ts=${signedAt};h1=`, expected: 'malformed' },
    { name: 'has a time that is no number', header: `ts=NaN;h1=${byCurrent}`, expected: 'malformed' },
    { name: 'has a negative time', header: `ts=-1;h1=${byCurrent}`, expected: 'malformed' },
    { name: 'has a fraction of a second', header: `ts=${signedAt}.5;h1=${byCurrent}`, expected: 'malformed' },
    { name: 'has two times', header: `ts=${signedAt};${good}`, expected: 'malformed' },
    { name: 'was sent twice', header: `${good}, ${good}`, expected: 'malformed' },
    { name: 'has its parts in another order', header: `h1=${byCurrent};ts=${signedAt}`, expected: 'valid' },
  ],
}

describe.each(Object.entries(vectors))('%s', (_about, rows) => {
  test.each(rows)('$name: $expected', (vector) => {
    expect(check(vector)).toBe(vector.expected)
  })
})
