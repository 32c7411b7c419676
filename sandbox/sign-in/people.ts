/** Somebody with an account at every provider. */
export interface Person {
  key: string
  name: string
  /** Their name where addresses are not shown. */
  login: string
  /** Their number, which stays when all else changes. */
  number: number
  email: string
  /** Whether the providers that know addresses have seen it confirmed. */
  isVerified: boolean
}

export const people: readonly Person[] = [
  {
    key: 'wilma',
    name: 'Wilma Welder',
    login: 'wilma-welds',
    number: 4101,
    email: 'wilma@pipewell.example',
    isVerified: true,
  },
  {
    key: 'bruno',
    name: 'Bruno Baker',
    login: 'brunobakes',
    number: 4102,
    email: 'bruno@crumb.example',
    isVerified: true,
  },
  { key: 'uma', name: 'Uma Unsure', login: 'uma-unsure', number: 4103, email: 'uma@unsure.example', isVerified: false },
]
