// French, by English template. One term for one thing, everywhere:
//   active            actif (une unité de la carte travaille)      gap               lacune
//   allocation        attribution                                  GPU, GPUs         GPU (invariable)
//   bandwidth         bande passante                               GPU-hour          heure-GPU, heures-GPU
//   batch             lot                                          headroom, room    marge, place
//   broken            en panne                                     held, holder      détenu, détenteur
//   card              carte                                        idle              inactif
//   claim             réservation                                  kernel            noyau
//   computing         en calcul                                    layout (of MIG)   découpage
//   dump              export                                       owner             responsable
//   edit              modification                                 queue             file (d'attente)
//   engine            moteur                                       rank              rang
//   estate            parc                                         replica           réplique
//   evidence          preuve                                       request           demande (pod), requête (service)
//   exporter          exporteur                                    reserved          réservé
//   finding           constat                                      sample, scrape    échantillon, relevé
//   free              libre                                        scheduler         ordonnanceur
//   sharing           partage                                      slice             tranche
//   shortage          manque                                       spare capacity    capacité de reste
//   starvation        famine de données                            stranded          hors de portée
//   throttled         bridé                                        waiting           attente
//   weights           poids                                        workload          charge de travail
// Kubernetes' own words (pod, cluster, namespace, taint, device plugin), time-slicing, MIG, MPS, SM, NVLink and all
// names, options and commands stay as they are. Before ; : ! ? stands U+202F, before % and units and within « » U+00A0.
#include "report/french.h"

#include <algorithm>
#include <array>

#include "report/language.h"

namespace arable::report {

std::string_view to_french(std::string_view english) {
    for (const Catalogue part : {french_report(), french_words(), french_findings(), french_inputs(), french_page(),
                                 french_story(), french_checkup(), french_comparison(), french_plan()}) {
        const auto found = std::ranges::lower_bound(part, english, {}, &Entry::english);
        if (found != part.end() && found->english == english) return found->french;
    }
    return english;
}

}  // namespace arable::report
