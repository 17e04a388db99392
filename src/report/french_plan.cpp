// French of plans. Sorted by the English, byte by byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{"It takes {} with {}, for {} an hour.", "Il faut {} avec {}, pour {} l’heure."},
    Entry{"It takes {} with {}; what that costs is not known: some node has no price.",
          "Il faut {} avec {} ; le coût n’est pas connu : un nœud n’a pas de prix."},
    Entry{"Nothing below {} would do: the gap is {} %.", "Moins de {} ne suffirait pas : l’écart est de {} %."},
    Entry{"Nothing is proven of how much less would do, as not all of it could be placed.",
          "Rien n’est prouvé de ce qui suffirait au moins, car tout n’a pu être placé."},
    Entry{"Nothing less would do: that is proven.", "Moins ne suffirait pas : c’est prouvé."},
    Entry{"What could not be placed", "Ce qui n’a pu être placé"},
    Entry{"What runs where", "Ce qui tourne où"},
    Entry{"What was taken for granted", "Ce qui a été supposé"},
    Entry{"a part of a GPU of no memory and no compute is no part",
          "une part de GPU sans mémoire ni calcul n’en est pas une"},
    Entry{"all nodes that there are are full", "tous les nœuds existants sont pleins"},
    Entry{"all nodes that there are are full: short by {} MiB on the emptiest GPU",
          "tous les nœuds existants sont pleins : il manque {} Mio sur le GPU le plus vide"},
    Entry{"it names more than one of a MIG profile, a part of a GPU and whole GPUs: which one counts?",
          "il nomme à la fois un profil MIG, une part de GPU ou des GPU entiers : lequel compte ?"},
    Entry{"more than {} pieces of work in all are not planned",
          "plus de {} morceaux de travail en tout ne sont pas planifiés"},
    Entry{"no GPU of the fleet has the MIG profile {}", "aucun GPU de la flotte n’a le profil MIG {}"},
    Entry{"no GPU: {}", "sans GPU : {}"},
    Entry{"no empty node of the fleet holds one of it", "aucun nœud vide de la flotte n’en contient un"},
    Entry{"no empty node of the fleet holds one of it; the nearest has {}",
          "aucun nœud vide de la flotte n’en contient un ; le plus proche a {}"},
    Entry{"no node of the fleet can be used for it", "aucun nœud de la flotte ne peut servir pour cela"},
    Entry{"one of its numbers is negative or too large to be meant",
          "un de ses nombres est négatif ou trop grand pour être voulu"},
    Entry{"one of its numbers is negative or too large: no such node can be used",
          "un de ses nombres est négatif ou trop grand : un tel nœud ne peut servir"},
    Entry{"shared: {}", "partagé : {}"},
    Entry{"whole: {}", "entier : {}"},
    Entry{"{} an hour", "{} l’heure"},
    Entry{"{} and {} like it", "{} et {} semblables"},
    Entry{"{} is no GPU that is known, or one of several of that name: neither its memory nor its MIG profiles are "
          "known, so it takes whole-GPU work and shares of compute alone; name its size, as in A100-SXM4-80GB",
          "{} n’est pas un GPU connu, ou plusieurs portent ce nom : ni sa mémoire ni ses profils MIG ne sont connus, "
          "il ne reçoit donc que du travail sur GPU entiers et des parts de calcul ; précisez sa taille, comme dans "
          "A100-SXM4-80GB"},
    Entry{"{} is no MIG profile", "{} n’est pas un profil MIG"},
    Entry{"{} is taken as {}", "{} est pris pour {}"},
    Entry{"{} of {} GPUs", "{} sur {} GPU"},
    Entry{"{} of {} MiB of host memory", "{} sur {} Mio de mémoire hôte"},
    Entry{"{} of {} MiB of one GPU's memory", "{} sur {} Mio de la mémoire d’un GPU"},
    Entry{"{} of {} milli-CPU", "{} sur {} milli-CPU"},
    Entry{"{} of {}: {}", "{} de {} : {}"},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_plan() { return kEntries; }

}  // namespace arable::report
