import { z } from 'zod'
import { Html, html } from '#platform/server/http/pages/html.ts'

/** The parts of a JSON Schema that the page shows. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).default([]),
  get items() {
    return z.union([Schema, z.boolean()]).optional()
  },
  get prefixItems() {
    return z.array(Schema).optional()
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
})
type Schema = z.infer<typeof Schema>

/** Returns the short form of a type, with links to named types: `string (uuid)`, `User[]`, `"done" | "paid"`. */
export function typeText(schema: unknown): Html {
  return short(Schema.parse(schema))
}

/** Renders a sentence with its `code` spans. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** Lists the fields of an object, nested ones included; null for a type without fields. */
export function fieldList(schema: unknown): Html | null {
  const { properties, required } = fieldsIn(Schema.parse(schema))
  if (!properties) return null
  return html`<dl>${Object.entries(properties).map(
    ([name, field]) => html`<dt><code>${name}</code>${required.includes(name) ? null : html` <i>optional</i>`}</dt>
<dd>${short(field)}${field.description ? html` <span>${prose(field.description)}</span>` : null}${nested(field)}</dd>`,
  )}</dl>`
}

function nested(field: Schema): Html | null {
  return field.$ref || itemsOf(field)?.$ref ? null : fieldList(field)
}

/** Returns the item type of a list. For a tuple, the first item represents all. */
function itemsOf({ items, prefixItems }: Schema): Schema | undefined {
  return typeof items === 'object' ? items : prefixItems?.[0]
}

/** Returns the object type of an object, a list of objects or a nullable object. */
function fieldsIn(schema: Schema): Schema {
  const items = itemsOf(schema)
  if (items) return fieldsIn(items)
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only && others.length === 0 ? fieldsIn(only) : schema
}

function short(schema: Schema): Html {
  const { $ref, enum: words, type, format, default: absent } = schema
  const items = itemsOf(schema)
  const choices = schema.anyOf ?? schema.oneOf
  if ($ref) return named($ref)
  if (choices) return joined(choices.map(short), ' | ')
  if (items?.enum)
    return html`any of ${joined(
      items.enum.map((word) => html`<code>${String(word)}</code>`),
      ', ',
    )}.`
  if (items) return html`${items.anyOf ? html`(${short(items)})` : short(items)}[]${limits(schema)}`
  if (words)
    return joined(
      words.map((word) => html`<code>${JSON.stringify(word)}</code>`),
      ' | ',
    )
  if ('const' in schema && schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const kind = typeof type === 'object' ? type.join(' | ') : (type ?? 'anything')
  const more = [format ?? null, absent === undefined ? null : `default ${JSON.stringify(absent)}`].filter(
    (each) => each,
  )
  return html`${kind}${more.length > 0 ? ` (${more.join(', ')})` : null}${limits(schema)}`
}

function named(reference: string): Html {
  const name = reference.split('/').at(-1) ?? ''
  return html`<a href="#${name}">${name}</a>`
}

function joined(parts: readonly Html[], between: string): Html {
  return new Html(parts.map(({ text }) => text).join(between))
}

/** Returns the bounds that a contract sets, without those of the number format. */
function limits(schema: Schema): Html | null {
  const least = schema.minimum ?? schema.minLength ?? schema.minItems
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems
  const shown = [least, most].map((bound) => (bound !== undefined && Math.abs(bound) < 2 ** 40 ? bound : null))
  if (shown.every((bound) => bound === null || bound === 0)) return null
  const [low, high] = shown
  const unit = schema.type === 'string' ? ' characters' : schema.type === 'array' ? ' items' : ''
  if (high === null || high === undefined) return html`, at least ${low ?? 0}${unit}`
  return low ? html`, ${low} to ${high}${unit}` : html`, at most ${high}${unit}`
}
