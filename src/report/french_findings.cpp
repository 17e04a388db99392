// French of findings and their remedies. Sorted by the English, byte by byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{" A memory fraction of {} would do for its weights and cache.",
          " Une fraction de mémoire de {} suffirait pour ses poids et son cache."},
    Entry{" Arrivals were {} requests/s where {} are served: a load of {}.",
          " Il arrivait {} requêtes/s pour {} servies : une charge de {}."},
    Entry{" Arrivals were {} requests/s where {} are served: a load of {}; at least {} replicas are needed.",
          " Il arrivait {} requêtes/s pour {} servies : une charge de {} ; il faut au moins {} répliques."},
    Entry{" It needs about {} vCPU a GPU, it has {}.", " Il lui faut environ {} vCPU par GPU, il en a {}."},
    Entry{" The same holds on {} cards.", " Il en va de même sur {} cartes."},
    Entry{" Without a GPU, pod {} asks for {} there.", " Sans GPU, le pod {} y demande {}."},
    Entry{" {}, but the demand is {} ({}).", " {}, mais la demande est de {} ({})."},
    Entry{
        "All ranks of {} {} sat on NVLink in {} hours with few SMs active: it is spread over too many cards, {} lost.",
        "Tous les rangs de {} {} saturaient NVLink pendant {} heures avec peu de SM actifs : il est réparti sur trop "
        "de cartes, {} perdues."},
    Entry{"Among the nodes with the most free cards no set of moves was found that starts it.",
          "Parmi les nœuds ayant le plus de cartes libres, aucun jeu de déplacements trouvé ne le fait démarrer."},
    Entry{"At most {} each would have started {} of its {} such waits.",
          "{1} de ses {2} attentes de ce genre auraient démarré avec au plus {0} chacune."},
    Entry{"Free GPUs of node {} were out of reach for {}: waiting pods found {}.",
          "Des GPU libres du nœud {} sont restés hors de portée pendant {} ; obstacle pour les pods en attente : {}."},
    Entry{"Free GPUs of node {} were out of reach for {}: waiting pods lacked CPU, memory or pod slots there.",
          "Des GPU libres du nœud {} sont restés hors de portée pendant {} : il y manquait du CPU, de la mémoire ou "
          "des places de pod aux pods en attente."},
    Entry{"Jobs of pool {} waited while GPUs of the pool were free, likely too few on any one node: {}.",
          "Des jobs du pool {} ont attendu pendant que des GPU du pool étaient libres, sans doute trop peu sur un même "
          "nœud : {}."},
    Entry{"MIG instance {} ({}) was free {} of {}: {}. Other instances of the card were claimed for {} in that window. "
          "Whether anyone would take another layout was not asked.",
          "L’instance MIG {} ({}) a été libre {} de {} : {}. D’autres instances de la carte ont été réservées pendant "
          "{} dans cette fenêtre. On n’a pas cherché si quelqu’un prendrait un autre découpage."},
    Entry{"Members of {} {} held GPUs without using them for {} while others of it had no place, {} in all.",
          "Des membres de {} {} ont détenu des GPU sans les utiliser pendant {} alors que d’autres membres n’avaient "
          "pas de place, {} en tout."},
    Entry{"No set of moves of running pods was found that starts it.",
          "Aucun jeu de déplacements de pods en cours trouvé ne le fait démarrer."},
    Entry{"Node {} and its {} GPUs were paid for, but not usable {} of the time ({}).",
          "Le nœud {} et ses {} GPU ont été payés, mais étaient inutilisables {} du temps ({})."},
    Entry{"Node {} started no GPU pod for {}: {}: usable {} of {}. The loss is {}, {} of them collateral.",
          "Le nœud {} n’a démarré aucun pod GPU pendant {} : {} ; utilisables : {} sur {}. La perte est de {}, dont {} "
          "par ricochet."},
    Entry{"Ranks of {} {} waited for each other in {} hours, {} of them for card {}: {} lost.",
          "Des rangs de {} {} s’attendaient entre eux pendant {} heures, dont {} pour la carte {} : {} perdues."},
    Entry{"The activity counters of {} read exactly 0 for {} while the board drew {} W and held {}: they are dead. "
          "What it did then is unknown, not idle.",
          "Les compteurs d’activité de {} sont restés à 0 exactement pendant {} alors que la carte consommait {} W et "
          "gardait {} : ils sont morts. Son activité d’alors est inconnue, elle n’était pas inactive."},
    Entry{"The cards of {} {} were slowed down by power, heat or hardware for {} of their active time in {} hours. "
          "What they did not compute then is no spare capacity.",
          "Les cartes de {} {} ont été ralenties par la puissance, la chaleur ou le matériel pendant {} de leur temps "
          "actif sur {} heures. Ce qu’elles n’ont pas calculé alors n’est pas une capacité de reste."},
    Entry{"Whether moving running pods would start it was not asked.",
          "On n’a pas cherché si déplacer des pods en cours le ferait démarrer."},
    Entry{"Work waited beside GPUs that it could not use, though none of their free time counts as out of its reach",
          "Du travail a attendu à côté de GPU qu’il ne pouvait pas utiliser, bien qu’aucune part de leur temps libre "
          "ne compte comme hors de sa portée"},
    Entry{"a pod holds several replicas of it for {}: that is one GPU, and no more of its time",
          "un pod en tient plusieurs répliques pendant {} : cela fait un seul GPU, et pas davantage de son temps"},
    Entry{"add a replica (at least one more), and do not let others share its cards",
          "ajouter une réplique (au moins une de plus), et ne pas laisser d’autres partager ses cartes"},
    Entry{"all of its {} of waiting", "la totalité de ses {} d’attente"},
    Entry{"ask for a smaller card", "demander une carte plus petite"},
    Entry{"ask for one instance of a larger profile", "demander une seule instance d’un profil plus grand"},
    Entry{"ask for {} a pod instead of {}, or make the program use them all",
          "demander {} par pod au lieu de {}, ou faire en sorte que le programme les utilise tous"},
    Entry{"ask for {} instead of {}", "demander {} au lieu de {}"},
    Entry{"bound by compute, not by memory (KV cache {} full)",
          "limité par le calcul, pas par la mémoire (cache KV plein à {})"},
    Entry{"bound by memory (KV cache {} full)", "limité par la mémoire (cache KV plein à {})"},
    Entry{"bring the data nearer (local cache, fewer and larger files), and read ahead",
          "rapprocher les données (cache local, fichiers moins nombreux et plus gros), et lire en avance"},
    Entry{"check cooling, power cap and power supply of the node",
          "vérifier le refroidissement, la limite de puissance et l’alimentation du nœud"},
    Entry{"compare the card's layout with the profiles that pods ask for, and change it if none asks for this one",
          "comparer le découpage de la carte aux profils que demandent les pods, et le changer si aucun ne demande "
          "celui-ci"},
    Entry{"cordon the node, then restart it (or its device plugin) or replace the broken GPU; its idle GPUs are no "
          "reason to consolidate, and pods that it refused are no reason to buy",
          "fermer le nœud (cordon), puis le redémarrer (ou son device plugin) ou remplacer le GPU en panne ; ses GPU "
          "inactifs ne sont pas une raison de consolider, ni les pods qu’il a refusés une raison d’acheter"},
    Entry{"cut a card anew, once nothing runs on it, so that it has that instance",
          "redécouper une carte, une fois vide, pour qu’elle ait cette instance"},
    Entry{"fewer cards a job, larger batches between exchanges, or overlap of communication",
          "moins de cartes par job, des lots plus grands entre les échanges, ou recouvrement des communications"},
    Entry{"find the process (nvidia-smi on the node) and give it a request, or end it; do not reconfigure the node "
          "before",
          "trouver le processus (nvidia-smi sur le nœud) et lui donner une demande, ou y mettre fin ; ne pas "
          "reconfigurer le nœud avant"},
    Entry{"give it a slice (a MIG profile or a shared card) or a smaller card",
          "lui donner une tranche (un profil MIG ou une carte partagée) ou une carte plus petite"},
    Entry{"give the GPU back: end it, or drop the GPU request",
          "rendre le GPU (mettre fin au travail, ou retirer la demande de GPU)"},
    Entry{"give the GPU back: scale down, or drop the GPU request",
          "rendre le GPU (réduire le nombre de répliques, ou retirer la demande de GPU)"},
    Entry{
        "keep weights, cache and preprocessing on the card instead of offloading; pin and overlap copies",
        "garder poids, cache et prétraitement sur la carte au lieu de les déporter ; épingler et recouvrir les copies"},
    Entry{"larger batches, CUDA graphs or a compiled model, faster cores: not more GPUs",
          "des lots plus grands, des graphes CUDA ou un modèle compilé, des cœurs plus rapides : pas plus de GPU"},
    Entry{"leave it alone on its card; a smaller batch or a larger card gives it room",
          "le laisser seul sur sa carte ; un lot plus petit ou une carte plus grande lui donne de la place"},
    Entry{"look at that card (clock, Xid, PCIe replays) and at how evenly the work is divided",
          "examiner cette carte (horloge, Xid, rejeux PCIe) et l’équilibre de la répartition du travail"},
    Entry{"look up how large its weights are; then lower the memory fraction of the server (vLLM: "
          "--gpu-memory-utilization) to those and the cache it uses",
          "chercher la taille de ses poids ; puis réduire la fraction de mémoire du serveur (vLLM : "
          "--gpu-memory-utilization) à ceux-ci et au cache qu’il utilise"},
    Entry{"lower --gpu-memory-utilization from {} to {}", "ramener --gpu-memory-utilization de {} à {}"},
    Entry{"lower the CPU request from {} to {} cores", "ramener la demande de CPU de {} cœurs à {}"},
    Entry{"lower the memory fraction of the server (vLLM: --gpu-memory-utilization), then share the card",
          "réduire la fraction de mémoire du serveur (vLLM : --gpu-memory-utilization), puis partager la carte"},
    Entry{"lower the memory request from {} to {}", "ramener la demande de mémoire de {} à {}"},
    Entry{"lower the requests beside the GPUs, or place work that needs fewer of them there",
          "réduire les demandes qui accompagnent les GPU, ou y placer du travail qui en demande moins"},
    Entry{"make the allocator forget the holder: restart its scheduler or device plugin on that node",
          "faire oublier le détenteur à l’allocateur : redémarrer son ordonnanceur ou son device plugin sur ce nœud"},
    Entry{"move small pods together so that one node is free, and pack them from then on",
          "regrouper les petits pods pour libérer un nœud, puis continuer à les tasser"},
    Entry{"move work without GPUs to other nodes, and keep it away with a taint",
          "déplacer le travail sans GPU vers d’autres nœuds, et l’en écarter par un taint"},
    Entry{"no node known", "nœud inconnu"},
    Entry{"node {}", "nœud {}"},
    Entry{"node {}, GPU {}", "nœud {}, GPU {}"},
    Entry{"pack single-GPU pods (most-allocated scoring) so that whole nodes stay free",
          "tasser les pods à un seul GPU (score most-allocated) pour que des nœuds entiers restent libres"},
    Entry{"raise the CPU request and limit beside each GPU, and the number of loader workers",
          "augmenter la demande et la limite de CPU par GPU, et le nombre de processus de chargement"},
    Entry{"raise the quota by the number of replicas a card is offered as",
          "multiplier le quota par le nombre de répliques sous lequel une carte est offerte"},
    Entry{"relax the rule, or label and taint nodes so that it can be met",
          "assouplir la règle, ou étiqueter les nœuds et poser leurs taints de façon qu’elle puisse être satisfaite"},
    Entry{"repair or release the node", "réparer ou libérer le nœud"},
    Entry{"restart dcgm-exporter (or nv-hostengine) on that node; keep profilers off it",
          "redémarrer dcgm-exporter (ou nv-hostengine) sur ce nœud ; en écarter les profileurs"},
    Entry{"run at least {} replicas instead of {}, and do not let others share its cards",
          "faire tourner au moins {} répliques au lieu de {}, et ne pas laisser d’autres partager ses cartes"},
    Entry{"run fewer replicas, or scale to zero between requests",
          "faire tourner moins de réplicas, ou descendre à zéro entre les requêtes"},
    Entry{"scale to zero, or end it, when idle", "descendre à zéro, ou l’arrêter, quand il est inactif"},
    Entry{"schedule its members together (Kueue, Volcano, coscheduling PodGroup), so that none waits on GPUs",
          "ordonnancer ses membres ensemble (Kueue, Volcano, PodGroup de coscheduling), pour qu’aucun n’attende en "
          "tenant des GPU"},
    Entry{"send pods that ask for more than one GPU to nodes that do not share, and spread replicas over cards (device "
          "plugin: failRequestsGreaterThanOne)",
          "envoyer les pods qui demandent plus d’un GPU vers des nœuds sans partage, et répartir les répliques sur "
          "plusieurs cartes (device plugin : failRequestsGreaterThanOne)"},
    Entry{"share it only with compute-bound work or behind MIG; larger batches or quantised weights read less for each "
          "answer",
          "ne le partager qu’avec du travail limité par le calcul ou derrière MIG ; des lots plus grands ou des poids "
          "quantifiés lisent moins par réponse"},
    Entry{"share the card (time-slicing, MPS or a MIG slice), or scale to zero between requests",
          "partager la carte (time-slicing, MPS ou une tranche MIG), ou descendre à zéro entre les requêtes"},
    Entry{"share the card, use a smaller slice, or fewer replicas; scale to zero if cold starts are bearable",
          "partager la carte, prendre une tranche plus petite ou moins de répliques ; descendre à zéro si les "
          "démarrages à froid sont supportables"},
    Entry{"stop the notebook when it is not used (an idle culler does), or give it a shared card",
          "arrêter le notebook quand il ne sert pas (un « idle culler » le fait), ou lui donner une carte partagée"},
    Entry{"the card is shared already: replicas that nobody holds could take other pods now; or {}",
          "la carte est déjà partagée : des réplicas que personne ne détient pourraient accueillir d’autres pods dès "
          "maintenant ; ou {}"},
    Entry{"two of its pods share it for {}: one fault takes both down, and they halve each other's speed",
          "deux de ses pods la partagent pendant {} : une seule panne les arrête tous les deux, et chacun divise par "
          "deux la vitesse de l’autre"},
    Entry{"what bounds it is not known", "on ne sait pas ce qui le limite"},
    Entry{"{} GPU is broken", "{} GPU est en panne"},
    Entry{"{} GPU was unavailable, and no input names a broken one",
          "{} GPU était indisponible, et aucune entrée n’en nomme un en panne"},
    Entry{"{} GPUs are broken", "{} GPU sont en panne"},
    Entry{"{} GPUs were unavailable, and no input names a broken one",
          "{} GPU étaient indisponibles, et aucune entrée n’en nomme un en panne"},
    Entry{"{} and {}", "{} et {}"},
    Entry{"{} cores", "{} cœurs"},
    Entry{"{} more was unavailable because of it", "{} de plus était indisponible à cause de cela"},
    Entry{"{} more were unavailable because of it", "{} de plus étaient indisponibles à cause de cela"},
    Entry{"{} move of running pods", "{} déplacement de pods en cours"},
    Entry{"{} move of running pods would have started it when this began.",
          "{} déplacement de pods en cours l’aurait fait démarrer quand cela a commencé."},
    Entry{"{} moves of running pods", "{} déplacements de pods en cours"},
    Entry{"{} moves of running pods would have started it when this began.",
          "{} déplacements de pods en cours l’auraient fait démarrer quand cela a commencé."},
    Entry{"{} of its {} of waiting", "{} de ses {} d’attente"},
    Entry{"{} pod", "{} pod"},
    Entry{"{} pod was refused there", "{} pod y a été refusé"},
    Entry{"{} pod-hour", "{} heure-pod"},
    Entry{"{} pod-hours", "{} heures-pod"},
    Entry{"{} pods", "{} pods"},
    Entry{"{} pods were refused there", "{} pods y ont été refusés"},
    Entry{"{} waited although MIG slices were free, only not as instances of the size that it asks for: {}.",
          "{} a attendu alors que des tranches MIG étaient libres, mais pas en instances de la taille demandée : {}."},
    Entry{"{} waited although enough GPUs were free, only not on one node: {}. {}",
          "{} a attendu alors qu’assez de GPU étaient libres, mais pas sur un même nœud : {}. {}"},
    Entry{"{} waited beside free GPUs that it was kept from ({}): {}.",
          "{} a attendu à côté de GPU libres dont il était écarté ({}) : {}."},
    Entry{"{} waited beside free GPUs: taints, selectors, affinity or spread kept it from them ({}).",
          "{} a attendu à côté de GPU libres : taints, sélecteurs, affinité ou répartition l’en écartaient ({})."},
    Entry{"{} was given on paper for {} to a holder that no longer exists. The card was free.",
          "{} était attribuée sur le papier pendant {} à un détenteur qui n’existe plus. La carte était libre."},
    Entry{"{} was given on paper for {} to {}, which no longer exists. The card was free.",
          "{} était attribuée sur le papier pendant {} à {}, qui n’existe plus. La carte était libre."},
    Entry{"{} was in use for {} while no pod is known to hold it: a process on the host, a pod that goes round the "
          "device plugin, or lost labels.",
          "{} a été utilisée pendant {} sans qu’aucun pod connu la détienne : un processus de l’hôte, un pod qui "
          "contourne le device plugin, ou des étiquettes perdues."},
    Entry{"{} {} allows {} of {}, counted as whole cards, but every node offers them shared ({} cards): pods waited {} "
          "on it.",
          "{} {} autorise {} de {}, comptés en cartes entières, mais chaque nœud les offre partagées ({} cartes) : des "
          "pods l’ont attendu {}."},
    Entry{"{} {} asks for {} MIG instances in one pod, but a CUDA process sees one MIG device: the others are likely "
          "held unused. One larger instance gives one process the same memory.",
          "{} {} demande {} instances MIG dans un pod, mais un processus CUDA ne voit qu’une instance MIG : les autres "
          "sont sans doute tenues sans usage. Une seule instance plus grande donne la même mémoire à un processus."},
    Entry{"{} {} filled {} of the memory it holds: it must not share a card as it is.",
          "{} {} a rempli {} de la mémoire qu’il détient : il ne doit pas partager de carte en l’état."},
    Entry{"{} {} had {} requests waiting beside {} running for {}: {}. Its spare capacity is 0 then.",
          "{} {} avait {} requêtes en attente à côté de {} en cours pendant {} : {}. Sa capacité de reste est alors de "
          "0."},
    Entry{"{} {} had {} requests waiting for {}: {}. Its spare capacity is 0 then.",
          "{} {} avait {} requêtes en attente pendant {} : {}. Sa capacité de reste est alors de 0."},
    Entry{"{} {} held GPUs loaded but without activity for {}: {} of its claimed time. It was active (5 % or more) {} "
          "of that time.",
          "{} {} a détenu des GPU chargés mais sans activité pendant {} : {} de son temps réservé. Il a été actif (à "
          "5 % ou plus) {} de ce temps."},
    Entry{"{} {} held GPUs with nothing loaded on them and no activity for {}: {} of its claimed time. It was active "
          "(5 % or more) {} of that time.",
          "{} {} a détenu des GPU sans rien y charger et sans activité pendant {} : {} de son temps réservé. Il a été "
          "actif (à 5 % ou plus) {} de ce temps."},
    Entry{
        "{} {} held GPUs without activity for {}: {} of its claimed time. It was active (5 % or more) {} of that time.",
        "{} {} a détenu des GPU sans activité pendant {} : {} de son temps réservé. Il a été actif (à 5 % ou plus) {} "
        "de ce temps."},
    Entry{"{} {} holds {} and fits {}: at most {} in use, SM activity p95 {}.",
          "{} {} tient {} et entre dans {} : au plus {} utilisés, activité SM p95 {}."},
    Entry{"{} {} kept the engine {} busy but only {} of the SMs in {} hours: many small kernels, launched by a CPU "
          "that cannot keep up ({} cores in use a GPU).",
          "{} {} a occupé le moteur à {} mais seulement {} des SM pendant {} heures : beaucoup de petits noyaux, "
          "lancés par un CPU qui ne suit pas ({} cœurs utilisés par GPU)."},
    Entry{"{} {} kept the engine {} busy but only {} of the SMs in {} hours: many small kernels, launched by a CPU "
          "that cannot keep up.",
          "{} {} a occupé le moteur à {} mais seulement {} des SM pendant {} heures : beaucoup de petits noyaux, "
          "lancés par un CPU qui ne suit pas."},
    Entry{"{} {} kept the memory interface {} busy in {} hours with tensor cores {} active: bandwidth is its limit, "
          "and a second such tenant would halve both.",
          "{} {} a occupé l’interface mémoire à {} pendant {} heures avec des cœurs tensoriels actifs à {} : la bande "
          "passante est sa limite, et un second locataire du même genre diviserait les deux par deux."},
    Entry{"{} {} kept the memory interface {} busy in {} hours: bandwidth is its limit, and a second such tenant would "
          "halve both.",
          "{} {} a occupé l’interface mémoire à {} pendant {} heures : la bande passante est sa limite, et un second "
          "locataire du même genre diviserait les deux par deux."},
    Entry{"{} {} moved {} GB/s between host and card in {} hours, {} of the link, with {} of the SMs active.",
          "{} {} a transféré {} Go/s entre hôte et carte pendant {} heures, {} du lien, avec {} des SM actifs."},
    Entry{"{} {} needs {} of a card with {} for each pod: {} were held or active without computing.",
          "{} {} a besoin de {} d’une carte de {} pour chaque pod : {} étaient tenues ou actives sans calculer."},
    Entry{"{} {} needs {} of the {} GPUs a pod holds: no pod used more, and {} were held by cards active under {} of "
          "the time, in {} of its {}.",
          "{} {} a besoin de {} des {} GPU que tient un pod : aucun pod n’en a utilisé plus, et {} l’ont été par des "
          "cartes actives moins de {} du temps, dans {} de {}."},
    Entry{"{} {} on shared card {}: {}.", "{} {} sur la carte partagée {} : {}."},
    Entry{"{} {} ran {} requests at a time on each replica, with an engine active {} of {}.",
          "{} {} traitait {} requête(s) à la fois sur chaque réplique, avec un moteur actif {} de {}."},
    Entry{"{} {} starved for input in {} hours: {} active without computing while its pods were short of CPU.",
          "{} {} a subi une famine de données pendant {} heures : {} actives sans calculer pendant que ses pods "
          "manquaient de CPU."},
    Entry{"{} {} starved for input in {} hours: {} active without computing while its pods were short of disk or "
          "network.",
          "{} {} a subi une famine de données pendant {} heures : {} actives sans calculer pendant que ses pods "
          "manquaient de disque ou de réseau."},
    Entry{"{} {} takes {} of the card's memory, but used at most {} of its KV cache in 95 % of {} hours with requests: "
          "{} of that cache would do.",
          "{} {} prend {} de la mémoire de la carte, mais a utilisé au plus {} de son cache KV pendant 95 % de {} "
          "heures avec requêtes : {} de ce cache suffiraient."},
    Entry{"{}, and {}", "{}, et {}"},
    Entry{"{}; sharing is ruled out", "{} ; le partage est exclu"},
    Entry{"{}; sharing is ruled out: {}", "{} ; le partage est exclu : {}"},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_findings() { return kEntries; }

}  // namespace arable::report
