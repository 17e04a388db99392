// French of classes, causes, rules, doubts, verdicts, and what an input cannot say. Sorted by the English, byte by
// byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{"; the CPU use of its pods was not measured", " ; l’usage CPU de ses pods n’a pas été mesuré"},
    Entry{"DRAM activity is not exported, so work bound by memory bandwidth cannot be told from room for others; "
          "export DCGM_FI_PROF_DRAM_ACTIVE.",
          "L’activité DRAM n’est pas exportée : on ne distingue pas un travail limité par la bande passante mémoire de "
          "la place pour d’autres ; exportez DCGM_FI_PROF_DRAM_ACTIVE."},
    Entry{"GPU memory is not exported, so loaded and empty cannot be told apart; export DCGM_FI_DEV_FB_USED.",
          "La mémoire des GPU n’est pas exportée : on ne distingue pas chargé et vide ; exportez DCGM_FI_DEV_FB_USED."},
    Entry{"GPUs of the pool were idle; sizes of jobs are unknown",
          "des GPU du pool étaient inactifs ; la taille des jobs est inconnue"},
    Entry{"GPUs that others hold empty would have sufficed", "les GPU que d’autres gardent vides auraient suffi"},
    Entry{"No GPU was free and out of reach of work that waited",
          "Aucun GPU n’était libre et hors de portée du travail en attente"},
    Entry{"No GPU was reserved with nothing loaded, used without being reserved, or out of service",
          "Aucun GPU n’était réservé sans rien de chargé, utilisé sans être réservé, ni hors service"},
    Entry{"No GPU was reserved with something loaded and idle", "Aucun GPU n’était réservé, chargé et inactif"},
    Entry{"No GPU was seen, so nothing can be said of how they were used; give metrics of a GPU exporter or objects "
          "with GPU nodes.",
          "Aucun GPU n’a été vu, on ne peut donc rien dire de leur usage ; donnez les métriques d’un exporteur GPU ou "
          "des objets avec des nœuds GPU."},
    Entry{"No GPU was seen.", "Aucun GPU n’a été vu."},
    Entry{"No activity metric is exported, so held GPUs cannot be told idle from busy; export "
          "DCGM_FI_PROF_GR_ENGINE_ACTIVE and DCGM_FI_PROF_SM_ACTIVE.",
          "Aucune métrique d’activité n’est exportée : on ne distingue pas les GPU détenus inactifs des occupés ; "
          "exportez DCGM_FI_PROF_GR_ENGINE_ACTIVE et DCGM_FI_PROF_SM_ACTIVE."},
    Entry{"No pod or queue history is in the input, so nothing can be said of waiting; give kube-state-metrics, pod "
          "objects or a pool table.",
          "Aucun historique de pods ni de files dans les entrées : on ne peut rien dire de l’attente ; donnez "
          "kube-state-metrics, des objets pods ou une table de pools."},
    Entry{"No serving metrics are in the input: requests, latency and the memory that servers really need are not "
          "known; scrape the servers' /metrics.",
          "Aucune métrique de service dans les entrées : les requêtes, la latence et la mémoire dont les serveurs ont "
          "vraiment besoin sont inconnues ; relevez le /metrics des serveurs."},
    Entry{"No time was seen in which work starved, waited for others, was throttled or lacked memory bandwidth",
          "Aucun moment n’a été vu où le travail était privé de données, en attendait d’autres, était bridé ou "
          "manquait de bande passante mémoire"},
    Entry{"Node readiness is not in the input: nodes are taken as ready whenever they were there; give "
          "kube-state-metrics.",
          "Les entrées ne disent pas si les nœuds étaient prêts : ils sont considérés comme prêts dès qu’ils étaient "
          "là ; donnez kube-state-metrics."},
    Entry{"Not judged: a pool table counts GPUs in use, not what runs on them.",
          "Non jugé : une table de pools compte les GPU utilisés, pas ce qui y tourne."},
    Entry{
        "Not judged: no input says what the GPUs did, so idle ones cannot be told from busy ones",
        "Non jugé : aucune entrée ne dit ce que faisaient les GPU, on ne distingue donc pas les inactifs des occupés"},
    Entry{"Not judged: no input says what waited for a GPU", "Non jugé : aucune entrée ne dit ce qui attendait un GPU"},
    Entry{"Not judged: no input says which pod held which GPU",
          "Non jugé : aucune entrée ne dit quel pod détenait quel GPU"},
    Entry{"Nothing says who held the GPUs, so use cannot be told from waste by owner; enable pod labels in the GPU "
          "exporter or give pod objects.",
          "Rien ne dit qui détenait les GPU : on ne sépare pas l’usage du gaspillage par responsable ; activez les "
          "étiquettes de pod de l’exporteur GPU ou donnez les objets pods."},
    Entry{"Only GPU_UTIL is exported: it says that something ran, not how much of the card it used; export "
          "DCGM_FI_PROF_SM_ACTIVE and DCGM_FI_PROF_GR_ENGINE_ACTIVE.",
          "Seul GPU_UTIL est exporté : il dit que quelque chose tournait, pas quelle part de la carte était utilisée ; "
          "exportez DCGM_FI_PROF_SM_ACTIVE et DCGM_FI_PROF_GR_ENGINE_ACTIVE."},
    Entry{"Pods' CPU use is not in the input, so starved data pipelines cannot be told from slow kernels; scrape "
          "cAdvisor.",
          "L’usage CPU des pods n’est pas dans les entrées : on ne distingue pas la famine de données des noyaux "
          "lents ; relevez cAdvisor."},
    Entry{"Prices cannot be applied: a pool table names no nodes or instance types.",
          "Aucun tarif ne s’applique : une table de pools ne nomme ni nœuds ni types d’instance."},
    Entry{"SM activity is missing for some of the time, so computing is a range (0.3 to 1 x engine activity); export "
          "DCGM_FI_PROF_SM_ACTIVE (it is commented out in the exporter's default list).",
          "L’activité SM manque une partie du temps, le calcul est donc un intervalle (de 0,3 à 1 × l’activité du "
          "moteur) ; exportez DCGM_FI_PROF_SM_ACTIVE (en commentaire dans la liste par défaut de l’exporteur)."},
    Entry{"SM activity is not exported: activity rests on the engine alone",
          "l’activité SM n’est pas exportée : l’activité repose sur le seul moteur"},
    Entry{"Samples are {} apart (downsampled): pauses and peaks between them are not seen, and nothing may be shared "
          "on their word; raw samples would tell.",
          "Les échantillons sont espacés de {} (réduits) : pauses et pics entre eux ne se voient pas, et rien ne doit "
          "être partagé sur leur foi ; des échantillons bruts le diraient."},
    Entry{"So much changed while pods waited that changes within {} of each other were judged together, by the state "
          "at the first of them: causes that came and went in between are not seen.",
          "Tant de choses ont changé pendant que des pods attendaient que les changements à moins de {} les uns des "
          "autres ont été jugés ensemble, selon l’état au premier : les causes apparues et disparues entre-temps ne se "
          "voient pas."},
    Entry{"The input covers only {} of the {} asked for: daily and weekly rhythms, rare peaks and work of other days "
          "are not in it.",
          "Les entrées ne couvrent que {} sur {} demandés : les rythmes du jour et de la semaine, les pics rares et le "
          "travail d’autres jours n’y sont pas."},
    Entry{"The input covers only {}: daily and weekly rhythms, rare peaks and work of other days are not in it.",
          "Les entrées ne couvrent que {} : les rythmes du jour et de la semaine, les pics rares et le travail "
          "d’autres jours n’y sont pas."},
    Entry{"The input is one instant: shares of GPUs are stated, but not rates, waits or hours over time; give metrics "
          "with a history.",
          "Les entrées sont d’un seul instant : elles donnent des parts de GPU, mais ni débits, ni attentes, ni heures "
          "dans la durée ; donnez des métriques avec un historique."},
    Entry{"What running GPUs did is not known: a pool table counts GPUs in use, not activity; add the metrics of a GPU "
          "exporter.",
          "On ne sait pas ce que faisaient les GPU en service : une table de pools compte les GPU utilisés, pas leur "
          "activité ; ajoutez les métriques d’un exporteur GPU."},
    Entry{
        "Why jobs waited beside free GPUs of their own pool is inferred from totals: a pool table names no nodes and "
        "no job sizes, so too few GPUs on one node is the likely cause, not an observed one; add node and pod objects.",
        "La raison pour laquelle des jobs attendaient à côté de GPU libres de leur propre pool est déduite de totaux : "
        "une table de pools ne nomme ni nœuds ni tailles de jobs ; trop peu de GPU sur un même nœud est donc la cause "
        "probable, non observée ; ajoutez les objets nœuds et pods."},
    Entry{"a node was being started for it", "un nœud démarrait pour lui"},
    Entry{"a pod with several processes can use several instances",
          "un pod à plusieurs processus peut utiliser plusieurs instances"},
    Entry{"active, not computing: GPU memory bandwidth is full",
          "actif sans calculer : bande passante mémoire du GPU saturée"},
    Entry{"active, not computing: room for others", "actif sans calculer : de la place pour d’autres"},
    Entry{"active, not computing: starved, waiting or throttled",
          "actif sans calculer : privé de données, en attente ou bridé"},
    Entry{
        "activity counters read exactly 0 for {} while the board drew {} W and held {}: they are taken as dead, not as "
        "idle; restart the exporter (or nv-hostengine) there",
        "les compteurs d’activité sont restés à 0 exactement pendant {} alors que la carte consommait {} W et gardait "
        "{} : ils sont tenus pour morts, et non la carte pour inactive ; redémarrez-y l’exporteur (ou nv-hostengine)"},
    Entry{"activity rests on GPU_UTIL alone, which only says that some kernel ran",
          "l’activité repose sur GPU_UTIL seul, qui dit seulement qu’un noyau tournait"},
    Entry{"admission failed {} times: {}", "échecs d’admission : {}, motif : {}"},
    Entry{"allocation", "attribution"},
    Entry{"allocation records: {}", "registres d’allocation : {}"},
    Entry{"anti-affinity of a pod that runs on {}", "anti-affinité d’un pod qui tourne sur {}"},
    Entry{"application", "application"},
    Entry{"asks for more CPU or memory than any node with such GPUs has",
          "demande plus de CPU ou de mémoire que n’en a aucun nœud doté de tels GPU"},
    Entry{"asks for no device in a way that can be read", "ne demande aucune carte de façon lisible"},
    Entry{"asks for {} on one node, where no node has more than {}",
          "en demande {} sur un seul nœud, alors qu’aucun n’en a plus de {}"},
    Entry{"behind {}", "derrière {}"},
    Entry{"caching allocators keep memory that they no longer use",
          "les allocateurs à cache gardent de la mémoire qu’ils n’utilisent plus"},
    Entry{"can never run as written", "ne peut jamais tourner tel qu’il est écrit"},
    Entry{"claimed time without enough telemetry to tell idle from busy",
          "temps réservé sans assez de télémétrie pour distinguer inactif et occupé"},
    Entry{"claims known by count only were given devices lowest id first; which device they held, and what they did on "
          "it, is not known",
          "les réservations connues par leur seul nombre ont reçu les cartes par ordre d’identifiant ; on ne sait ni "
          "quelle carte elles tenaient ni ce qu’elles y faisaient"},
    Entry{"cluster admin", "administrateur du cluster"},
    Entry{"computing", "en calcul"},
    Entry{"computing, at most: not all cards export SM activity",
          "calcul, au plus : toutes les cartes n’exportent pas l’activité des SM"},
    Entry{"devices claimed that their node was not seen to have; left out",
          "cartes réservées que leur nœud n’avait pas à notre connaissance ; écartées"},
    Entry{"enough free GPUs, but not enough on one node", "assez de GPU libres, mais pas sur un même nœud"},
    Entry{"every signal it rests on was measured for almost all of the time",
          "chaque signal qui le fonde a été mesuré presque tout le temps"},
    Entry{"exporter labels: {}", "étiquettes de l’exporteur : {}"},
    Entry{"free GPUs were there, but a placement rule kept it away",
          "des GPU étaient libres, mais une règle de placement l’en écartait"},
    Entry{"free GPUs were there, without the CPU, memory or slots",
          "des GPU étaient libres, sans le CPU, la mémoire ou les places"},
    Entry{"free, and nobody was waiting for it", "libre, et personne ne l’attendait"},
    Entry{"free, but a rule or quota kept away what waited",
          "libre, mais une règle ou un quota en écartait ce qui attendait"},
    Entry{"free, but too few on any one node for what waited",
          "libre, mais trop peu sur un même nœud pour ce qui attendait"},
    Entry{"free, but without the CPU, memory or slots beside it",
          "libre, mais sans le CPU, la mémoire ou les places à côté"},
    Entry{"free; whether anybody waited is not known from these inputs",
          "libre ; ces entrées ne disent pas si quelqu’un attendait"},
    Entry{"given on paper to a pod or a GPU that is gone", "attribué sur le papier à un pod ou un GPU disparu"},
    Entry{"held back by a quota, a gate or suspension", "retenu par un quota, une barrière ou une suspension"},
    Entry{"how much GPU memory it needs is not known", "son besoin en mémoire GPU est inconnu"},
    Entry{"how much of its memory is weights is not known",
          "on ne sait pas quelle part de sa mémoire tiennent les poids"},
    Entry{"in use, but nobody is known to hold it", "utilisé, mais sans détenteur connu"},
    Entry{"inferred from a pool's totals: the table names neither nodes nor sizes of jobs",
          "déduit des totaux d’un pool : la table ne nomme ni les nœuds ni la taille des jobs"},
    Entry{"it and all that would fit are limited by GPU memory bandwidth",
          "lui et tout ce qui tiendrait sont limités par la bande passante mémoire du GPU"},
    Entry{"it and all that would fit are services, and too busy",
          "lui et tout ce qui tiendrait sont des services, et trop occupés"},
    Entry{"it fitted", "il y avait la place"},
    Entry{"it fitted, but stood behind an earlier one in its queue",
          "il y avait la place, mais un plus ancien le précédait dans sa file"},
    Entry{"it fitted: the scheduler took its time", "il y avait la place : l’ordonnanceur a pris son temps"},
    Entry{"it talks from GPU to GPU directly", "il communique directement de GPU à GPU"},
    Entry{"it uses most of the CPU that comes with its GPU", "il utilise l’essentiel du CPU qui accompagne son GPU"},
    Entry{"it was not always the same card", "ce n’était pas toujours la même carte"},
    Entry{"it was still starting", "il démarrait encore"},
    Entry{"its GPUs are known by count only", "ses GPU ne sont connus que par leur nombre"},
    Entry{"its GPUs are known by exporter labels", "ses GPU sont connus par les étiquettes de l’exporteur"},
    Entry{"its KV use was not measured", "son usage du cache KV n’a pas été mesuré"},
    Entry{"its queue is full: it has no spare capacity", "sa file est pleine : il n’a pas de capacité de reste"},
    Entry{"its waiting requests were not measured", "ses requêtes en attente n’ont pas été mesurées"},
    Entry{"less than a day was observed", "moins d’une journée a été observée"},
    Entry{"lost owner labels look the same", "des étiquettes de détenteur perdues ont le même aspect"},
    Entry{"lost to MIG mode itself, whatever the profiles",
          "perdu par le mode MIG lui-même, quels que soient les profils"},
    Entry{"memory", "mémoire"},
    Entry{"much of its claimed time has too little telemetry",
          "une grande part de son temps réservé a trop peu de télémétrie"},
    Entry{"no input names a broken GPU", "aucune entrée ne nomme de GPU en panne"},
    Entry{"no input names the holder: {}", "aucune entrée ne nomme le détenteur : {}"},
    Entry{"no node offers {}", "aucun nœud n’offre {}"},
    Entry{"no pod slot left on {}", "plus de place de pod sur {}"},
    Entry{"no record names the holder that is gone", "aucun registre ne nomme le détenteur disparu"},
    Entry{"no source says when the node was ready", "aucune source ne dit quand le nœud était prêt"},
    Entry{"nobody else in its namespace to share with", "personne d’autre dans son namespace avec qui partager"},
    Entry{"node or GPU out of service, or never allocatable", "nœud ou GPU hors service, ou jamais attribuable"},
    Entry{"node selector {}, which {} does not match", "sélecteur de nœud {}, auquel {} ne répond pas"},
    Entry{"node {} is cordoned", "nœud {} fermé (cordon)"},
    Entry{"nothing else of its namespace fits beside it in the card's memory",
          "rien d’autre de son namespace ne tient à côté de lui dans la mémoire de la carte"},
    Entry{"owner of {}", "responsable de {}"},
    Entry{"owner of {} {}", "responsable de {} {}"},
    Entry{"placement", "placement"},
    Entry{"pod affinity over {} on {}", "affinité de pods sur {}, nœud {}"},
    Entry{"pod anti-affinity over {} on {}", "anti-affinité de pods sur {}, nœud {}"},
    Entry{"pods and node capacity (count only): {}", "pods et capacité des nœuds (nombre seul) : {}"},
    Entry{"pods that only run together are never shared",
          "des pods qui ne tournent qu’ensemble ne sont jamais partagés"},
    Entry{"pool tables: {} pool, totals only", "tables de pools : {} pool, totaux seulement"},
    Entry{"pool tables: {} pools, totals only", "tables de pools : {} pools, totaux seulement"},
    Entry{"queue {}", "file {}"},
    Entry{"quota of the pool: GPUs of other pools were idle",
          "quota du pool : des GPU d’autres pools étaient inactifs"},
    Entry{"quota {} ({} {})", "quota {} ({} {})"},
    Entry{"required node affinity, which {} does not match", "affinité de nœud requise, à laquelle {} ne répond pas"},
    Entry{"reserved and loaded, but no activity", "réservé et chargé, mais aucune activité"},
    Entry{"reserved, but nothing loaded and no activity", "réservé, mais rien de chargé et aucune activité"},
    Entry{"reserved, nothing loaded yet, in the first minutes",
          "réservé, rien de chargé encore, dans les premières minutes"},
    Entry{"sharing idle GPUs would have sufficed (upper estimate)",
          "partager des GPU inactifs aurait suffi (estimation haute)"},
    Entry{"suspended", "suspendu"},
    Entry{"taint {} on {}", "taint {} sur {}"},
    Entry{"tensor activity is not exported", "l’activité des cœurs tensoriels n’est pas exportée"},
    Entry{"the autoscaler or the cloud refused to grow", "l’autoscaler ou le cloud a refusé de grandir"},
    Entry{"the card is already cut into MIG instances", "la carte est déjà découpée en instances MIG"},
    Entry{"the card is already shared", "la carte est déjà partagée"},
    Entry{"the card or its virtualisation cannot be shared", "la carte ou sa virtualisation ne permet pas le partage"},
    Entry{"the input shows one instant", "les entrées montrent un seul instant"},
    Entry{"the quota may be meant as it is", "le quota est peut-être voulu ainsi"},
    Entry{"the rate of its requests was not measured", "le débit de ses requêtes n’a pas été mesuré"},
    Entry{"too few GPUs: a real shortage", "trop peu de GPU : un vrai manque"},
    Entry{"too little telemetry to tell what it did or who held it",
          "trop peu de télémétrie pour dire son activité ou son détenteur"},
    Entry{"topology spread over {} on {}", "répartition topologique sur {}, nœud {}"},
    Entry{"upper estimate", "estimation haute"},
    Entry{"was active without computing: limited by GPU memory bandwidth",
          "était actif sans calculer : limité par la bande passante mémoire du GPU"},
    Entry{"was active without computing: starved, waiting for others or throttled",
          "était actif sans calculer : privé de données, en attente d’autres ou bridé"},
    Entry{"was free, yet out of reach of work that waited", "était libre, mais hors de portée du travail en attente"},
    Entry{"was given on paper to pods that are gone", "était attribué sur le papier à des pods disparus"},
    Entry{"was in use by something that reserved nothing", "était utilisé par quelque chose qui n’avait rien réservé"},
    Entry{"was in use, by whom is not known", "était utilisé, on ne sait pas par qui"},
    Entry{"was out of service", "était hors service"},
    Entry{"was reserved with nothing loaded", "était réservé sans rien de chargé"},
    Entry{"was reserved with something loaded in GPU memory, but idle",
          "était réservé et chargé en mémoire GPU, mais inactif"},
    Entry{"what some of its pods ask for is not known: taken as unconstrained",
          "les demandes de certains de ses pods sont inconnues : considérées comme sans contrainte"},
    Entry{"which resource binds is not known", "on ne sait pas quelle ressource est limitante"},
    Entry{"who holds the GPU is not known", "le détenteur du GPU est inconnu"},
    Entry{"work on several GPUs at once is never shared",
          "un travail sur plusieurs GPU à la fois n’est jamais partagé"},
    Entry{"{} CPU cores too few on {}", "{} cœurs de CPU manquants sur {}"},
    Entry{"{} claim is known by count only: which GPU it held is not known, so its use is unknown unless all of a node "
          "were held; enable pod labels in the GPU exporter.",
          "{} réservation n’est connue que par son nombre : on ne sait pas quel GPU elle tenait, son usage est donc "
          "inconnu sauf si tout un nœud était tenu ; activez les étiquettes de pod de l’exporteur GPU."},
    Entry{"{} claims are known by count only: which GPU each held is not known, so its use is unknown unless all of a "
          "node were held; enable pod labels in the GPU exporter.",
          "{} réservations ne sont connues que par leur nombre : on ne sait pas quel GPU chacune tenait, son usage est "
          "donc inconnu sauf si tout un nœud était tenu ; activez les étiquettes de pod de l’exporteur GPU."},
    Entry{"{} finding", "{} constat"},
    Entry{"{} findings", "{} constats"},
    Entry{"{} free on {} nodes, largest block {}", "{} libres sur {} nœuds, plus grand bloc {}"},
    Entry{"{} of memory too little on {}", "{} de mémoire manquants sur {}"},
    Entry{"{} of the paid time GPUs were free while jobs of their own pool waited, {} while only jobs of other pools "
          "waited, {} while nobody did; {} about {} GPU-hours.",
          "{} du temps payé, des GPU étaient libres pendant que des jobs de leur propre pool attendaient, {} pendant "
          "que seuls des jobs d’autres pools attendaient, {} pendant que personne n’attendait ; {} portant sur {} "
          "heures-GPU."},
    Entry{"{} of the waited GPU-hours are of pods whose node rules (selectors, tolerations) no input tells; they are "
          "taken as able to run anywhere.",
          "{} des heures-GPU attendues viennent de pods dont aucune source ne donne les règles de placement "
          "(sélecteurs, tolérances) ; ils sont considérés comme pouvant tourner n’importe où."},
    Entry{"{}; no finding.", "{} ; aucun constat."},
    Entry{"{}; {} about {} GPU-hours.", "{} ; {} portant sur {} heures-GPU."},
    Entry{"{}; {}.", "{} ; {}."},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_words() { return kEntries; }

}  // namespace arable::report
