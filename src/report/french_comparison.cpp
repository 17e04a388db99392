// French of comparisons and of snapshots. Sorted by the English, byte by byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{"Before comparing", "Avant de comparer"},
    Entry{"Buying", "Acheter"},
    Entry{"Findings: {} gone, {} new, {} still there", "Constats : {} disparus, {} nouveaux, {} toujours là"},
    Entry{"For each 1,000 GPU-hours of capacity {} waited before and {} after.",
          "Pour 1 000 heures-GPU de capacité, {} d’attente avant et {} après."},
    Entry{"GPU-h after", "h-GPU après"},
    Entry{"GPU-h before", "h-GPU avant"},
    Entry{"Input of the kind {} was read in the first one only.",
          "Une entrée du type {} n’a été lue que dans le premier."},
    Entry{"Input of the kind {} was read in the second one only.",
          "Une entrée du type {} n’a été lue que dans le second."},
    Entry{"Money, for each day of the window", "Argent, pour chaque jour de la fenêtre"},
    Entry{
        "Much more time is unknown in one of the two: other classes may have changed because of that alone.",
        "Bien plus de temps est inconnu dans l’un des deux : d’autres classes ont pu changer pour cette seule raison."},
    Entry{"No workload has the same name in both: a redacted snapshot has pseudonyms, which join with no other names.",
          "Aucune charge de travail n’a le même nom dans les deux : un instantané expurgé a des pseudonymes, qui ne se "
          "joignent à aucun autre nom."},
    Entry{"Nothing changed.", "Rien n’a changé."},
    Entry{"One of the two is a single instant: shares can be compared, hours, waits and money cannot.",
          "L’un des deux est un seul instant : les parts se comparent, ni les heures, ni les attentes, ni l’argent."},
    Entry{"Only one of the two has prices: money cannot be compared.",
          "Un seul des deux a des prix : l’argent ne se compare pas."},
    Entry{"Only one of the two knows what waited: waits cannot be compared.",
          "Un seul des deux sait ce qui a attendu : les attentes ne se comparent pas."},
    Entry{"Predicted and realised", "Prévu et réalisé"},
    Entry{"SM activity is exported in one of the two only: productive time is an upper bound in the other.",
          "L’activité des SM n’est exportée que dans l’un des deux : le temps productif est une borne supérieure dans "
          "l’autre."},
    Entry{"Samples are {} and {} apart: coarser ones see fewer short pauses.",
          "Les échantillons sont espacés de {} et de {} : les plus espacés voient moins de pauses courtes."},
    Entry{"The GPUs differ in number ({} and {}): a share may change because the whole did.",
          "Les GPU ne sont pas aussi nombreux ({} et {}) : une part peut changer parce que le tout a changé."},
    Entry{
        "The classes that it meant became smaller by {} % of the capacity. Whether sharing did that, two audits cannot "
        "tell.",
        "Les classes visées ont diminué de {} % de la capacité. Deux audits ne disent pas si c’est grâce au partage."},
    Entry{"The classes that it meant grew by {} % of the capacity.",
          "Les classes visées ont grandi de {} % de la capacité."},
    Entry{"The clusters have different names: the two may be of different estates.",
          "Les clusters n’ont pas les mêmes noms : les deux peuvent porter sur des parcs différents."},
    Entry{"The first audit found nothing that sharing could cure.",
          "Le premier audit n’a rien trouvé que le partage pourrait récupérer."},
    Entry{"The first audit said that sharing could cure {} % of the capacity as it is and {} % more after edits.",
          "Selon le premier audit, le partage pouvait récupérer {} % de la capacité tel quel et {} % de plus après "
          "modifications."},
    Entry{"The second one begins before the first one: what is called new may be what went away.",
          "Le second commence avant le premier : ce qui est dit nouveau peut être ce qui a disparu."},
    Entry{"The windows differ in length ({} and {}): compare shares, not hours.",
          "Les fenêtres n’ont pas la même longueur ({} et {}) : comparez les parts, pas les heures."},
    Entry{"The windows overlap by {}: that time is on both sides.",
          "Les fenêtres se recouvrent sur {} : ce temps est des deux côtés."},
    Entry{"Unused: reserved and not computing, whether idle or active.",
          "Inutilisé : réservé et ne calculant pas, inactif ou actif."},
    Entry{"Workloads whose unused GPUs changed most (GPUs on average)",
          "Charges dont les GPU inutilisés ont le plus changé (GPU en moyenne)"},
    Entry{"a product was not known", "un produit était inconnu"},
    Entry{"a quantity was not exported", "une grandeur n’était pas exportée"},
    Entry{"after", "après"},
    Entry{"all", "total"},
    Entry{"an input ended too early", "une entrée s’est terminée trop tôt"},
    Entry{"before", "avant"},
    Entry{"change", "écart"},
    Entry{"gone", "disparu"},
    Entry{"holders could not be named", "des détenteurs n’ont pu être nommés"},
    Entry{"inputs disagreed", "des entrées se contredisaient"},
    Entry{"it could not be read", "elle n’a pas pu être lue"},
    Entry{"metrics were not known", "des métriques étaient inconnues"},
    Entry{"new", "nouveau"},
    Entry{"points", "points"},
    Entry{"readings were broken", "des mesures étaient cassées"},
    Entry{"samples were missing", "des échantillons manquaient"},
    Entry{"something could not be read", "quelque chose n’a pas pu être lu"},
    Entry{"something was not known", "quelque chose n’était pas connu"},
    Entry{"something was taken as true for lack of data", "quelque chose a été tenu pour vrai faute de données"},
    Entry{"something was there twice and counted once", "quelque chose était en double et n’a été compté qu’une fois"},
    Entry{"the window was short", "la fenêtre était courte"},
    Entry{"{} ({})", "{} ({})"},
    Entry{"{} more {} would have removed {} GPU-hours of waiting",
          "{} {} de plus auraient supprimé {} heures-GPU d’attente"},
    Entry{"{} paid, {} of it for what was not productive", "{} payés, dont {} pour ce qui n’était pas productif"},
    Entry{"{} that are still there are as large as they were.", "{} toujours là sont aussi grands qu’avant."},
    Entry{"{} that is still there is as large as it was.", "{} toujours là est aussi grand qu’avant."},
    Entry{"{}: {} GPU-hours, then {}", "{} : {} heures-GPU, puis {}"},
    Entry{"{}: {} to {}, {} of {}", "{} : {} à {}, {} sur {}"},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_comparison() { return kEntries; }

}  // namespace arable::report
