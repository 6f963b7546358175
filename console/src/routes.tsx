/** The pages of the console by their paths. */
export function Pages() {
  return (
    <main>
      <h1>Sluice</h1>
    </main>
  );
}
