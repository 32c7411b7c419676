/** A person with an account at every provider. */
export interface Person {
  key: string
  name: string
  /** The user name, for providers that hide addresses. */
  login: string
  /** The stable account ID. */
  number: number
  email: string
  /** Whether providers consider the email address verified. */
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
