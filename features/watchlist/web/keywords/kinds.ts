export const kinds = [
  { value: 'problem', label: 'Problem' },
  { value: 'brand', label: 'Brand' },
] as const
export type Kind = (typeof kinds)[number]['value']
