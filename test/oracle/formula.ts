/**
 * [T-24], [T-25]: value of a formula at one point; `values[0]` is A. Recursive descent over the text, precedence as in
 * Python.
 */
export function evaluateFormula(text: string, values: readonly number[]): number {
  const tokens = text.toUpperCase().match(/\*\*|[-+*/%()]|[A-Z]|\d+\.?\d*|\.\d+/g) ?? [];
  let at = 0;
  const peek = () => tokens[at];
  const take = () => tokens[at++] ?? '';

  function sum(): number {
    let left = product();
    while (peek() === '+' || peek() === '-') left = take() === '+' ? left + product() : left - product();
    return left;
  }
  function product(): number {
    let left = signed();
    while (peek() === '*' || peek() === '/' || peek() === '%') {
      const operator = take();
      const right = signed();
      if (operator === '*') left *= right;
      else if (right === 0) left = 0;
      else if (operator === '/') left /= right;
      else left -= right * Math.floor(left / right);
    }
    return left;
  }
  function signed(): number {
    if (peek() === '-') {
      take();
      return -signed();
    }
    if (peek() === '+') {
      take();
      return signed();
    }
    return power();
  }
  function power(): number {
    const base = atom();
    if (peek() !== '**') return base;
    take();
    return base ** signed();
  }
  function atom(): number {
    const token = take();
    if (token === '(') {
      const value = sum();
      take();
      return value;
    }
    return /[A-Z]/.test(token) ? (values[token.charCodeAt(0) - 65] ?? 0) : Number(token);
  }
  return sum();
}
