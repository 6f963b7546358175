/** A zone or engine type as quoted text. Only for constants of the program: `check-output` refuses anything else. */
export function quoteConstant(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
