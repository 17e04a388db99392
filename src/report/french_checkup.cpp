// French of the checkup of inputs. Sorted by the English, byte by byte; terms: french.cpp.
#include <algorithm>
#include <array>

#include "report/french.h"

namespace arable::report {
namespace {

constexpr std::array kEntries = {
    Entry{"GPU-hours are stated, money is not", "les heures-GPU sont dites, l’argent non"},
    Entry{"GPUs in doubt", "GPU en doute"},
    Entry{"Inputs, the costliest gaps first", "Entrées, les lacunes les plus coûteuses d’abord"},
    Entry{"Prometheus (it keeps 15 days unless told otherwise); then --prometheus URL",
          "Prometheus (il garde 15 jours sauf avis contraire) ; puis --prometheus URL"},
    Entry{"What this input tells, and what more would", "Ce que disent ces entrées, et ce qui en dirait plus"},
    Entry{"What would give the rest", "Ce qui donnerait le reste"},
    Entry{"a history as long as the window", "un historique aussi long que la fenêtre"},
    Entry{"a line in the counters file of dcgm-exporter (-f, DCGM_EXPORTER_COLLECTORS)",
          "une ligne du fichier de compteurs de dcgm-exporter (-f, DCGM_EXPORTER_COLLECTORS)"},
    Entry{"a pipeline that waits for disks is seen by its CPU alone",
          "un pipeline qui attend les disques n’est vu que par son CPU"},
    Entry{
        "a scrape job for every kubelet (port 10250), container_cpu_* and labels namespace and pod kept",
        "un job de relevé pour chaque kubelet (port 10250), en gardant container_cpu_* et les labels namespace et pod"},
    Entry{"a scrape job for the servers' pods; vLLM: leave --disable-log-stats out; SGLang: --enable-metrics. Pods "
          "that serve no model need none",
          "un job de relevé pour les pods des serveurs ; vLLM : sans --disable-log-stats ; SGLang : --enable-metrics. "
          "Les pods qui ne servent pas de modèle n’en ont pas besoin"},
    Entry{"cards that were slowed by heat, power or hardware are not seen",
          "les cartes bridées par la chaleur, la puissance ou le matériel ne se voient pas"},
    Entry{"classes in doubt where it is missing: {}", "classes douteuses là où elle manque : {}"},
    Entry{"classes that cannot be told: {}", "classes indiscernables : {}"},
    Entry{"computing is a range: 0.3 to 1 x engine activity (the line is commented out in the exporter's files)",
          "le calcul est un intervalle : de 0,3 à 1 x l’activité du moteur (la ligne est en commentaire dans les "
          "fichiers de l’exporteur)"},
    Entry{"counters that stand still are not seen to be dead, and energy is not known",
          "les compteurs figés ne se voient pas, et l’énergie n’est pas connue"},
    Entry{"covers", "couvre"},
    Entry{"daily and weekly rhythms, rare peaks and work of other days are not seen",
          "les rythmes du jour et de la semaine, les pics rares et le travail des autres jours ne se voient pas"},
    Entry{"environment of dcgm-exporter (the flag -k), with the kubelet's pod-resources socket mounted",
          "environnement de dcgm-exporter (l’option -k), avec la socket pod-resources du kubelet montée"},
    Entry{"findings that cannot be seen: {}", "constats invisibles : {}"},
    Entry{"findings that may be missed where it is missing: {}",
          "constats qui peuvent échapper là où elle manque : {}"},
    Entry{"held cards cannot be told idle from busy; GPU_UTIL alone says only that something ran",
          "on ne distingue pas les cartes détenues inactives des occupées ; GPU_UTIL seul dit seulement que quelque "
          "chose tournait"},
    Entry{"how busy each card's memory bandwidth was", "l’usage de la bande passante mémoire de chaque carte"},
    Entry{"how long the holders' pods waited for CPU and disks", "l’attente de CPU et de disques des pods détenteurs"},
    Entry{"how much CPU the holders' pods used", "le CPU utilisé par les pods détenteurs"},
    Entry{"how much each card moved over PCIe", "le trafic PCIe de chaque carte"},
    Entry{"how much memory was loaded on each card", "la mémoire chargée sur chaque carte"},
    Entry{"how much of each card computed", "la part de chaque carte qui calculait"},
    Entry{"how much power each card drew", "la puissance de chaque carte"},
    Entry{"in doubt (h)", "en doute (h)"},
    Entry{"input", "entrée"},
    Entry{"kube-state-metrics (all of these are in its default), scraped; a pool table gives totals",
          "kube-state-metrics (tout cela y est par défaut), relevé ; une table de pools donne des totaux"},
    Entry{"kube-state-metrics (all of these are in its default), scraped; or node objects by --objects",
          "kube-state-metrics (tout cela y est par défaut), relevé ; ou des objets nœuds par --objects"},
    Entry{"kube-state-metrics (labels are opt-in; GPU feature discovery sets those of nvidia.com); or node objects by "
          "--objects",
          "kube-state-metrics (les labels sont à autoriser ; GPU feature discovery pose ceux de nvidia.com) ; ou des "
          "objets nœuds par --objects"},
    Entry{"kubelet configuration (on since Kubernetes 1.34; cgroup v2), then /metrics/cadvisor",
          "configuration du kubelet (actif depuis Kubernetes 1.34 ; cgroup v2), puis /metrics/cadvisor"},
    Entry{"machine type, product and place of each node", "type, produit et lieu de chaque nœud"},
    Entry{"missing", "absent"},
    Entry{"no card has samples over time", "aucune carte n’a d’échantillons dans le temps"},
    Entry{"nodes are taken as ready whenever they were there",
          "les nœuds sont pris comme prêts tant qu’ils étaient là"},
    Entry{"not on {}", "pas sur {}"},
    Entry{"not on {} and {} more nodes", "pas sur {} et {} autres nœuds"},
    Entry{
        "nothing can be said of waiting, and free cards not told from those that nobody could use",
        "on ne peut rien dire de l’attente, ni distinguer les cartes libres de celles que personne ne pouvait prendre"},
    Entry{"option of arable: instance type, region, purchase option and price an hour",
          "option d’arable : type d’instance, région, mode d’achat et prix horaire"},
    Entry{"partly", "partiel"},
    Entry{
        "prices by machine type cannot be found, and selectors of waiting pods not judged",
        "les prix par type de machine sont introuvables, et les sélecteurs des pods en attente ne peuvent être jugés"},
    Entry{"ranks that wait for each other cannot be told from ranks that work",
          "on ne distingue pas les rangs qui s’attendent de ceux qui travaillent"},
    Entry{"requests, latency and KV cache of model servers", "requêtes, latence et cache KV des serveurs de modèles"},
    Entry{"requests, latency and the memory that servers really need are not known",
          "les requêtes, la latence et la mémoire vraiment nécessaire aux serveurs ne sont pas connues"},
    Entry{"reserved cards cannot be told loaded from empty, nor free ones from used by nobody known",
          "on ne distingue pas les cartes réservées chargées des vides, ni les libres de celles qu’utilise un inconnu"},
    Entry{"samples are {} apart: shorter pauses and peaks are not seen",
          "les échantillons sont espacés de {} : pauses et pics plus courts ne se voient pas"},
    Entry{"samples near enough to each other", "des échantillons assez rapprochés"},
    Entry{"shares of cards are stated; rates, waits and hours are not",
          "les parts de cartes sont dites ; les débits, attentes et heures non"},
    Entry{"starved data pipelines cannot be told from slow kernels",
          "on ne distingue pas une famine de données de noyaux lents"},
    Entry{"tells", "dit"},
    Entry{"the scrape job of the GPU exporter (dcgm-exporter itself collects every 30 s)",
          "le job de relevé de l’exporteur GPU (dcgm-exporter lui-même collecte toutes les 30 s)"},
    Entry{"then --objects nodeclaims.json; clusters that do not grow have none",
          "puis --objects nodeclaims.json ; les clusters qui ne grandissent pas n’en ont pas"},
    Entry{"then --objects objects.json; queue and gang objects (Kueue, PodGroup, NodeClaim) likewise",
          "puis --objects objects.json ; de même les objets de files et de groupes (Kueue, PodGroup, NodeClaim)"},
    Entry{"there", "présent"},
    Entry{"those pods have ended, and a dump holds only pods that are there: dumps taken while such pods run (every "
          "hour, say), all of them by --objects",
          "ces pods sont terminés, et une liste ne contient que les pods présents : des listes prises pendant que de "
          "tels pods tournent (chaque heure, par exemple), toutes données par --objects"},
    Entry{"use cannot be told from waste by owner, and idle cards not from free ones",
          "on ne distingue pas l’usage du gaspillage par responsable, ni les cartes inactives des libres"},
    Entry{"waiting for a node to start, or for a pool at its limit, counts as a shortage",
          "attendre le démarrage d’un nœud, ou un pool à sa limite, compte comme un manque"},
    Entry{"waiting pods whose template is not known are taken as able to run anywhere",
          "les pods en attente dont le modèle est inconnu sont pris comme pouvant tourner partout"},
    Entry{"what each node costs", "ce que coûte chaque nœud"},
    Entry{"what each pod asks for beside GPUs, and where it may go",
          "ce que chaque pod demande hors GPU, et où il peut aller"},
    Entry{"when an autoscaler started nodes, or could not", "quand un autoscaler a démarré des nœuds, ou n’a pas pu"},
    Entry{"when each node was ready", "quand chaque nœud était prêt"},
    Entry{"whether tensor cores worked", "si les cœurs tensor travaillaient"},
    Entry{"whether work ran on each card", "si du travail tournait sur chaque carte"},
    Entry{"which pod held each card", "quel pod détenait chaque carte"},
    Entry{"which pods waited, and since when", "quels pods attendaient, et depuis quand"},
    Entry{"why each card's clock was lowered", "pourquoi l’horloge de chaque carte était abaissée"},
    Entry{"work that is bound by memory bandwidth cannot be told from room for others",
          "on ne distingue pas un travail limité par la bande passante mémoire de la place pour d’autres"},
    Entry{"work that is bound by the host link is not seen", "le travail limité par le lien à l’hôte ne se voit pas"},
    Entry{"{} of {}", "{} sur {}"},
    Entry{"{} on {}; {} of {} inputs are missing or there in part.",
          "{} sur {} ; {} des {} entrées manquent ou sont partielles."},
    Entry{"{}; {} in doubt", "{} ; {} en doute"},
};
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::english));

}  // namespace

Catalogue french_checkup() { return kEntries; }

}  // namespace arable::report
