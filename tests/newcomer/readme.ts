/** What a newcomer reads in README. */
export interface Readme {
  /** The commands of the first code block, such as `npm start`. */
  commands: string[]
  /** The address that the comment beside `npm start` names. */
  address: string
  /** The numbered steps to the first leads, each on one line. */
  steps: string[]
  /** The sentences below the steps, on one line. */
  afterwards: string
  /** The commands that README mentions anywhere, such as `start`, `test`, or `import`. */
  mentioned: string[]
}

/** Reads the parts of README that newcomers follow. Throws an error that names a part that is missing. */
export function readReadme(text: string): Readme {
  const start = sectionOf(text, 'Start')
  const block = /```sh\n(.*?)```/s.exec(start)?.[1]
  if (block === undefined) throw new Error('README: the section Start has no block of commands')
  const address = /^npm start\s+# (http:\/\/\S+)$/m.exec(block)?.[1]
  if (address === undefined) throw new Error('README: the comment beside npm start names no address')
  const first = sectionOf(text, 'First leads in five minutes')
  const [list = '', ...rest] = first.split('\n\n')
  const steps = joinedLines(list)
    .split(/(?:^|\s)\d+\. /)
    .filter(Boolean)
  if (steps.length === 0) throw new Error('README: no numbered steps lead to the first leads')
  const mentioned = [...text.matchAll(/npm (?:run (?:-s )?)?([a-z][a-z-]*)/g)].map(([, name]) => name!)
  return {
    commands: block.split('\n').flatMap((line) => line.split(/\s+#/)[0]!.trim() || []),
    address,
    steps,
    afterwards: joinedLines(rest.join('\n')),
    mentioned: [...new Set(mentioned)].filter((name) => name !== 'run').toSorted(),
  }
}

function sectionOf(text: string, title: string): string {
  const section = text.split(/^## /m).find((each) => each.startsWith(`${title}\n`))
  if (section === undefined) throw new Error(`README: no section is called ${title}`)
  return section.slice(title.length).trim()
}

function joinedLines(lines: string): string {
  return lines.replaceAll(/\s+/g, ' ').trim()
}
