import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from './document.ts'

/** The parts of a JSON Schema that determine the keys of an answer. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  get items() {
    return z.union([Schema, z.boolean()]).optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
  get oneOf() {
    return z.array(Schema).optional()
  },
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get additionalProperties() {
    return z.union([Schema, z.boolean()]).optional()
  },
})
type Schema = z.infer<typeof Schema>

const document = openApiDocument('1.2.3')
const rows = Object.entries(document.components.schemas).filter(([name]) => !/^Filters?_/.test(name))

/** Returns the keys of an answer, nested ones included: `{data: Project[], meta: {pagination: Pagination}}`. */
function keys(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(keys))].filter((choice) => choice !== '').join(' | ')
  if (typeof schema.items === 'object') return `${keys(schema.items)}[]`
  if (schema.properties) {
    const inside = Object.entries(schema.properties).map(([name, of]) => [name, keys(of)].filter(Boolean).join(': '))
    return `{${inside.join(', ')}}`
  }
  return schema.additionalProperties === true ? '{anything}' : ''
}

/**
 * All keys that leave the server are listed in answers.txt. A new key fails this test until the author confirms that it
 * is public by updating the file (`npx vitest --project unit answers -u`). Prevents leaks like CVE-2023-34093, where
 * private fields became public unnoticed.
 */
test('only the keys in answers.txt are public', async () => {
  const entities = rows.map(([name, schema]) => `${name} ${keys(Schema.parse(schema))}`)
  const answers = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => {
      const documented = Object.values(responses).find((response) => 'description' in response)
      const schema =
        documented && 'content' in documented ? documented.content?.['application/json']?.schema : undefined
      return `${method.toUpperCase()} ${path} ${schema ? keys(Schema.parse(schema)) : 'nothing'}`
    }),
  )
  const text = [...entities.toSorted(), '', ...answers.toSorted(), ''].join('\n')
  await expect(text).toMatchFileSnapshot('answers.txt')
})

test('no row has a key that suggests a secret', () => {
  const shownKeys = rows.flatMap(([name, schema]) =>
    Object.keys(Schema.parse(schema).properties ?? {}).map((key) => `${name}.${key}`),
  )
  expect(shownKeys.length).toBeGreaterThan(100)
  expect(shownKeys.filter((key) => /password|hash|secret|fingerprint|providerId/i.test(key))).toEqual([])
})
