import type { Page } from 'playwright-core'

/**
 * An expression for the page: puts the elements with a look that isn't among these into `newElements`, without those
 * within them, and results in all looks. A look is a number for the tag, classes, states, and own colors of an element
 * and of those around it, and for the width and color mode of the window.
 */
const looksBeside = (seen: readonly number[], within: readonly string[]) => `(() => {
  const states = /^(class|type|role|disabled|checked|hidden|open|aria-(checked|current|disabled|expanded|hidden|invalid|pressed|selected|sort)|data-(?!index|id|key)[a-z-]+)$/
  const hash = (text, number) => {
    for (let at = 0; at < text.length; at++) number = Math.imul(number ^ text.charCodeAt(at), 16777619)
    return number >>> 0
  }
  const seen = new Set(${JSON.stringify(seen)})
  const found = new Set()
  window.newElements = []
  const parts = ${JSON.stringify(within.join() || ':root')}
  const read = (element, above, isIn, isWithin) => {
    let look = hash(element.tagName, above)
    for (const { name, value } of element.attributes)
      if (states.test(name) || (name === 'style' && /color|background/.test(value))) look = hash(name + '=' + value, look)
    const isPart = isIn || element.matches(parts)
    if (isPart) found.add(look)
    const isNew = isPart && !seen.has(look)
    if (isNew && !isWithin) newElements.push(element)
    for (const child of element.children) read(child, look, isPart, isWithin || isNew)
  }
  read(document.documentElement, hash(innerWidth + ' ' + matchMedia('(prefers-color-scheme: dark)').matches, 0), false, false)
  return [...found]
})()`

/** The looks that passed all rules about looks, and those that passed only the ones about colors. */
const seen = { looks: new Set<number>(), colors: new Set<number>() }

/**
 * Puts the elements of a page that look like none before, in pages that this worker remembers, into `newElements` on the
 * page, of those within some parts or of all. Returns the looks of these elements.
 */
export function markNewElements(page: Page, rules: 'looks' | 'colors', within: readonly string[]): Promise<number[]> {
  const passed = rules === 'colors' ? [...seen.looks, ...seen.colors] : [...seen.looks]
  return page.evaluate<number[]>(looksBeside(passed, within))
}

export function rememberLooks(rules: 'looks' | 'colors', looks: readonly number[]): void {
  for (const look of looks) seen[rules].add(look)
}
