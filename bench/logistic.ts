/** A linear model on raw features. */
export interface Model {
  intercept: number
  weights: Record<string, number>
}

interface Example {
  features: Record<string, number>
}

const iterations = 25

/** Logistic regression with a ridge, by Newton's method on standardised features; given back for raw ones. */
export function logistic<T extends Example>(
  examples: readonly T[],
  names: readonly string[],
  isPositive: (example: T) => boolean,
  weightOf: (example: T) => number,
  ridge: number,
): Model {
  const scales = names.map((name) => deviation(examples.map(({ features }) => features[name]!)))
  const rows = examples.map(({ features }) => [...names.map((name, k) => features[name]! / scales[k]!), 1])
  const means = names.map((_, k) => rows.reduce((sum, row) => sum + row[k]!, 0) / rows.length)
  for (const row of rows) for (const k of means.keys()) row[k]! -= means[k]!
  let beta = new Array<number>(names.length + 1).fill(0)
  for (let iteration = 0; iteration < iterations; iteration++)
    beta = newton(beta, rows, examples, isPositive, weightOf, ridge)
  const weights = names.map((name, k) => [name, beta[k]! / scales[k]!] as const)
  const intercept = beta[names.length]! - names.reduce((sum, _, k) => sum + beta[k]! * means[k]!, 0)
  return { intercept: rounded(intercept), weights: Object.fromEntries(weights.map(([name, w]) => [name, rounded(w)])) }
}

/** The value of a model before the logistic function. */
export function raw({ intercept, weights }: Model, features: Record<string, number>): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * features[name]!, intercept)
}

function newton<T>(
  beta: readonly number[],
  rows: readonly number[][],
  examples: readonly T[],
  isPositive: (example: T) => boolean,
  weightOf: (example: T) => number,
  ridge: number,
): number[] {
  const size = beta.length
  const gradient = beta.map((value, k) => (k === size - 1 ? 0 : -ridge * value))
  const hessian = beta.map((_, i) => beta.map((_, j) => (i === j && i < size - 1 ? ridge : 1e-9)))
  for (const [index, row] of rows.entries()) {
    const p = 1 / (1 + Math.exp(-row.reduce((sum, x, k) => sum + x * beta[k]!, 0)))
    const weight = weightOf(examples[index]!)
    const error = weight * ((isPositive(examples[index]!) ? 1 : 0) - p)
    for (let i = 0; i < size; i++) {
      gradient[i]! += error * row[i]!
      const part = weight * p * (1 - p) * row[i]!
      for (let j = 0; j < size; j++) hessian[i]![j]! += part * row[j]!
    }
  }
  const step = solve(hessian, gradient)
  return beta.map((value, k) => value + step[k]!)
}

/** Gaussian elimination with pivots; the arguments are used up. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row
    }
    ;[matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!]
    ;[right[column], right[pivot]] = [right[pivot]!, right[column]!]
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row]![column]! / matrix[column]![column]!
      for (let k = column; k < size; k++) matrix[row]![k]! -= factor * matrix[column]![k]!
      right[row]! -= factor * right[column]!
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) right[row]! -= matrix[row]![k]! * right[k]!
    right[row]! /= matrix[row]![row]!
  }
  return right
}

function deviation(values: readonly number[]): number {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length) || 1
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
