/** A page's description of itself for machines (JSON-LD of schema.org), as far as it concerns a product. */
export interface StructuredData {
  names: string[]
  descriptions: string[]
  audiences: string[]
  categories: string[]
  keywords: string[]
}

const nodesMost = 300
const depthMost = 6
const textMost = 1_000

/** Types that are the product or its maker; a page may also describe its breadcrumbs and articles. */
const productTypes =
  /(?:^|\/)(?:Organization|Corporation|OnlineBusiness|OnlineStore|LocalBusiness|ProfessionalService|Store|Brand|WebSite|WebApplication|SoftwareApplication|MobileApplication|Product|Service)$/

/** Reads structured data. Never throws: invalid JSON and excessive nesting are ignored. */
export function readStructured(scripts: readonly string[]): StructuredData {
  const data: StructuredData = { names: [], descriptions: [], audiences: [], categories: [], keywords: [] }
  for (const node of nodesOf(scripts.map(parsed))) {
    if (![node['@type']].flat().some((type) => typeof type === 'string' && productTypes.test(type))) continue
    add(data.names, node.name)
    add(data.descriptions, node.description)
    add(data.categories, node.applicationCategory, node.category, node.serviceType)
    add(data.keywords, ...[node.keywords].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : [])))
    for (const audience of [node.audience].flat()) {
      if (isNode(audience)) add(data.audiences, audience.audienceType, audience.name)
    }
  }
  return data
}

type Node = Record<string, unknown>

/** Returns the nodes in these values, outermost first. */
function nodesOf(values: unknown[]): Node[] {
  const nodes: Node[] = []
  let level = values.flat()
  for (let depth = 0; depth < depthMost && level.length > 0; depth++) {
    const found = level.filter(isNode).slice(0, nodesMost - nodes.length)
    nodes.push(...found)
    level = found.flatMap((node) => Object.values(node).flat().slice(0, nodesMost))
  }
  return nodes
}

function parsed(script: string): unknown {
  try {
    return JSON.parse(script)
  } catch {
    return null
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function add(to: string[], ...values: unknown[]): void {
  for (const value of values) {
    if (typeof value !== 'string') continue
    const text = value.slice(0, textMost).replace(/\s+/g, ' ').trim()
    if (text !== '' && !to.includes(text) && to.length < 20) to.push(text)
  }
}
