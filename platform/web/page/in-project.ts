/** The part of an address that says which project it is about. The guard selects it, and takes it out of the address. */
export const projectParam = 'project'

/** Returns the address of a page of one project, whichever is selected. `address` is a path, with or without query. */
export function inProject(projectId: string, address: string): string {
  const [path = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  params.set(projectParam, projectId)
  return `${path}?${params}`
}

/** Returns an address without the project that it names. */
export function withoutProject({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
  const rest = new URLSearchParams(searchParams)
  rest.delete(projectParam)
  return rest.size > 0 ? `${pathname}?${rest}` : pathname
}
