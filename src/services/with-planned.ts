/** Actions or cohorts of a project, to be asked by id and by name. */
interface ById<Thing> {
  readonly get: (id: number) => Thing | undefined;
}

interface IdByName {
  readonly get: (name: string) => number | undefined;
}

/** The things as they are when `planned` is stored, instead of the one with its id if there is one. */
export function withPlanned<Thing extends { readonly id: number; readonly name: string }>(
  stored: { readonly byId?: ById<Thing>; readonly idByName?: IdByName | undefined },
  planned: Thing,
): { readonly byId: ById<Thing>; readonly idByName: IdByName } {
  return {
    byId: { get: (id) => (id === planned.id ? planned : stored.byId?.get(id)) },
    idByName: {
      get: (name) => {
        if (name === planned.name) return planned.id;
        const id = stored.idByName?.get(name);
        return id === planned.id ? undefined : id;
      },
    },
  };
}
