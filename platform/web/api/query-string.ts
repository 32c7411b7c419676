type Scalar = string | number | boolean
export type QueryValue = Scalar | readonly QueryValue[] | Query
/** What is undefined or null is left out. */
export type Query = { readonly [key: string]: QueryValue | undefined | null }

/**
 * Serializes a query in the nested bracket syntax of SPEC 7: `{sort: 'a', filters: {b: {$eq: 1}}}` ->
 * `sort=a&filters[b][$eq]=1`.
 */
export function queryString(query: Query): string {
  const pairs: string[] = []
  const add = (name: string, value: QueryValue | undefined | null) => {
    if (value === undefined || value === null) return
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, inner)
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  }
  add('', query)
  return pairs.join('&')
}
