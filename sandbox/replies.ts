/**
 * Returns a reply in the words of the facts that a question lists, or null if it asks for none. In German it names none;
 * other languages it answers in English. A brief model tells one fact, and a lying one promises what no fact says.
 */
export function replyTo(question: string, { isLying, isBrief }: { isLying: boolean; isBrief: boolean }): string | null {
  if (!question.startsWith('You draft one reply')) return null
  const [, name, list] =
    /Facts about (.+), the only ones there are:\n([\s\S]+?)\n(?:\n|POST |RULES )/.exec(question) ?? []
  const facts = (list ?? '').split('\n').filter((line) => line.trim() !== '')
  if (name === undefined || facts.length === 0) return ''
  if (isLying) return `${name} is the best choice and costs $1 a month. See https://cheap.example/${name} for more.`
  if (question.includes('Write in German.')) return `Gute Frage. Schaut euch ${name} an, vielleicht passt das zu euch.`
  const isNamed = question.includes(`It may name ${name}`)
  const told = facts.slice(0, isBrief ? 1 : 2).map((fact) => fact.trim().replace(/[^.!?]$/, '$&.'))
  return [...(isBrief ? [] : ['Good question.']), ...(isNamed ? [`Have a look at ${name}.`] : []), ...told].join(' ')
}
