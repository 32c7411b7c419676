import { describe, expect, test } from 'vitest'
import { html } from '#platform/server/http/pages/html.ts'
import { fieldList, prose, typeText } from './schema.ts'

describe('the short form of a type', () => {
  test.each<[object, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'uuid' }, 'string (uuid)'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', minLength: 3, maxLength: 320 }, 'string, 3 to 320 characters'],
    [{ type: 'integer', minimum: 1, default: 1 }, 'integer (default 1), at least 1'],
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'integer'],
    [{ enum: ['a', 'b'] }, '<code>&#34;a&#34;</code> | <code>&#34;b&#34;</code>'],
    [{ const: true }, '<code>true</code>'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'any of <code>a</code>, <code>b</code>.'],
    [{ type: 'array', items: { $ref: '#/components/schemas/User' } }, '<a href="#User">User</a>[]'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } }, '(string | number)[]'],
    [{ type: 'array', prefixItems: [{ type: 'integer' }], items: false }, 'integer[]'],
    [{}, 'anything'],
  ])('%j', (schema, text) => {
    expect(typeText(schema).text).toBe(text)
  })
})

test('lists the fields of an object, of a list of objects, and of a nullable object', () => {
  const object = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'number' } } }
  const fields = fieldList(object)?.text
  expect(fields).toContain('<dt><code>a</code></dt>')
  expect(fields).toContain('<dt><code>b</code> <i>optional</i></dt>')
  expect(fieldList({ type: 'array', items: object })?.text).toBe(fields)
  expect(fieldList({ anyOf: [object, { type: 'null' }] })?.text).toBe(fields)
  expect(fieldList({ type: 'string' })).toBeNull()
})

test('escapes text', () => {
  const hostile = '<img src=x onerror=alert(1)> & "more"'
  expect(html`<p>${hostile}</p>`.text).not.toContain('<img')
  expect(prose(`say \`${hostile}\``).text).toBe(
    'say <code>&#60;img src=x onerror=alert(1)&#62; &#38; &#34;more&#34;</code>',
  )
})
